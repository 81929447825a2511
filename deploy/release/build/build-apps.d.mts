export function buildApps(options?: { checkout?: string; only?: readonly string[] }): Promise<string[]>;
