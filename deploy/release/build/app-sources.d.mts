export function hashSources(checkout: string, workspace: string, options?: { tests?: boolean }): string;
export function toolOf(checkout: string, workspace: string, name: string, file: string): string;
