export interface Leak {
  owner: string;
  what: string;
  at: string;
  times: number;
}
export interface LeakWatch {
  leaks(graceMs?: number): Leak[];
  stop(): void;
}
export function watchLeaks(options?: {
  stackOf?: () => string;
  ownerOf?: (stack: string) => { owner: string; at: string } | null;
  visit?: () => unknown;
}): LeakWatch;
export function sentenceOfLeak(leak: Leak): string;
