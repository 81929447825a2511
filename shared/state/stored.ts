/** Local storage that never throws and never returns a value of the wrong shape. */

/** Reads JSON; an unreadable or wrong-shaped value is removed. */
export function readStored<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  let text: string | null;
  try {
    text = window.localStorage.getItem(key);
  } catch {
    return null; // storage is blocked in this browser: the site works without it
  }
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (isValid(value)) return value;
  } catch {
    // not JSON: removed below
  }
  removeStored(key);
  return null;
}

export function writeStored(key: string, value: unknown): void {
  try {
    const text = JSON.stringify(value);
    if (window.localStorage.getItem(key) !== text) window.localStorage.setItem(key, text);
  } catch {
    // full or blocked: the value stays in this tab
  }
}

export function removeStored(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // blocked: nothing is stored anyway
  }
}
