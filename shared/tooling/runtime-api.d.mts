export const PROVIDED_RUNTIME_APIS: number[];
export const NEEDED_RUNTIME_API: number;
export const coreNames: string[];
export const instanceNames: string[];
export const bundlerRuntimeNames: string[];
export const bundlerCalls: Record<string, string[]>;
export const remoteReads: string[];
export const entryCalls: unknown[];
export const shareProperties: string[];
