/** The most that may be prefetched from one page, in bytes as they are sent. */
export const PAGE_ALLOWANCE = 60_000;

/** What is left of the bytes that may be prefetched from one page. */
export interface Allowance {
  fits(bytes: number): boolean;
  spend(bytes: number): void;
}

export function createAllowance(): Allowance {
  let left = PAGE_ALLOWANCE;
  return {
    fits: (bytes) => bytes <= left,
    spend: (bytes) => void (left -= bytes),
  };
}
