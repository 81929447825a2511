/** What a log may not hold, and what stands there instead. */
const masks: [pattern: RegExp, mask: (...found: string[]) => string][] = [
  // Access tokens and keys of the API.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, () => '[token]'],
  // Values of links: codes, tokens, manage keys; also where a link has only a value.
  [
    /\b((?:token(?:_hash)?|code|key|apikey|password|secret|manage|offer)[=:]\s*)[^\s&,;)"']+/gi,
    (_, name = '') => `${name}[hidden]`,
  ],
  [/(\/(?:book-service|auth|my-bookings)[^\s?#"']*[?#])[^\s"')]+/g, (_, path = '') => `${path}[hidden]`],
  [/\b([\w.+-])[\w.+-]*(@[\w-]+(?:\.[\w-]+)+)/g, (_, first = '', domain = '') => `${first}***${domain}`],
  // Indian mobile numbers, however they are spaced.
  [
    /(?<![\w.])(\+?91[\s-]?)?[6-9]\d(?:[\s-]?\d){6}[\s-]?(\d\d)(?![\w])/g,
    (_, prefix = '', last = '') => `${prefix}********${last}`,
  ],
  // Long random texts; ids of rows are none.
  [/\b(?![0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)[A-Za-z0-9_-]{32,}/g, () => '[secret]'],
];

/** A text without tokens, codes of links, whole mail addresses and phone numbers: for logs. */
export function maskPersonal(text: string): string {
  return masks.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text);
}
