import { applyTheme, storedTheme, themeStorageKey } from '@twostroke/shared/state';

/** Shows the site in the theme chosen on this device, before anything is drawn, and follows a choice in another tab. */
export function applyStoredTheme(): void {
  applyTheme(storedTheme());
  window.addEventListener('storage', (event) => {
    if (event.key === themeStorageKey || event.key === null) applyTheme(storedTheme());
  });
}
