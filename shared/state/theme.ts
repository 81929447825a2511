/** Light or dark as chosen on this device; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

export const themeStorageKey = 'twostroke.theme';

/** The customer's choice; anything unreadable is `system`. */
export function storedTheme(): Theme {
  try {
    const value = window.localStorage.getItem(themeStorageKey);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

/** Shows the page in a theme. `data-theme` on the document's root overrides what the device says. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Stores the choice and applies it. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') window.localStorage.removeItem(themeStorageKey);
    else window.localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Storage may be full or blocked: the choice then lasts until the page is left.
  }
  applyTheme(theme);
}
