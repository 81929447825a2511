export const apps: readonly string[];
export function buildApps(options?: { checkout?: string; only?: readonly string[] }): Promise<string[]>;
export function hashSources(
  checkout: string,
  folders: string[],
  files?: string[],
  options?: { tests?: boolean },
): string;
