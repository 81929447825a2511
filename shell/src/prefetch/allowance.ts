/** The most that may be prefetched from one page, in bytes as they are sent. */
export const PAGE_ALLOWANCE = 60_000;
/** Of these for content files of links that are only looked at: six of 3.5 kB, as many as one view of a phone links. */
const LOOKED_AT_ALLOWANCE = 24_000;

/** Taken for a file whose release does not name its size. */
export const UNNAMED_SIZE = 10_000;
/** The most that a content file has. */
export const LARGEST_CONTENT_FILE = 6000;
/** Of these for code: it leaves room for a content file, because neither saves anything without the other. */
export const CODE_ALLOWANCE = PAGE_ALLOWANCE - LARGEST_CONTENT_FILE;

/** What is left of the bytes that may be prefetched from one page. */
export interface Allowance {
  fits(bytes: number): boolean;
  spend(bytes: number): void;
}

/** @param within the allowance that this one is a part of */
function createAllowance(left: number, within?: Allowance): Allowance {
  return {
    fits: (bytes) => bytes <= left && within?.fits(bytes) !== false,
    spend(bytes) {
      left -= bytes;
      within?.spend(bytes);
    },
  };
}

/** The allowances of a page: for all that it prefetches, for code, and for content files of links that are only looked at. */
export function createAllowances(): { all: Allowance; code: Allowance; lookedAt: Allowance } {
  const all = createAllowance(PAGE_ALLOWANCE);
  return {
    all,
    code: createAllowance(CODE_ALLOWANCE, all),
    lookedAt: createAllowance(LOOKED_AT_ALLOWANCE, all),
  };
}
