export const apps: readonly string[];
export function buildApps(): Promise<string[]>;
