const prefix = 'twostroke.personal.';

/**
 * Key in local storage for data of one person, such as a booking draft. The shell removes every such key when that
 * person signs out or another one signs in. The cart, the bike and settings of the device have keys of their own and stay.
 */
export function personalKey(name: string): string {
  return prefix + name;
}

/** @param key any key in local storage */
export function isPersonalKey(key: string): boolean {
  return key.startsWith(prefix);
}
