export const RUNTIME_API: number;
export const coreNames: string[];
export const bundlerCalls: Record<string, string[]>;
export const entryCalls: unknown[];
export const shareProperties: string[];
