/** Ref of a field that takes the place of the button that opened it, and so its focus. */
export const takeFocus = (field: HTMLInputElement | null): void => field?.focus();
