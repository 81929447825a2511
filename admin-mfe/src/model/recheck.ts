/** The item of a free re-check, which is in no catalog. */
export const recheckSlug = 're-check';
