/** @jest-environment jsdom */
import { applyTheme, setTheme, storedTheme, themeStorageKey } from './theme.ts';

afterEach(() => applyTheme('system'));

test('a choice is stored and shown at once; `system` removes both', () => {
  setTheme('dark');
  expect(window.localStorage.getItem(themeStorageKey)).toBe('dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(storedTheme()).toBe('dark');
  setTheme('system');
  expect(window.localStorage.getItem(themeStorageKey)).toBeNull();
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('an unknown stored value counts as system', () => {
  window.localStorage.setItem(themeStorageKey, 'sepia');
  expect(storedTheme()).toBe('system');
});
