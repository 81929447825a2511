export const repository: string;
export function ensureInstalled(): void;
export function enableTypeScript(): Promise<void>;
