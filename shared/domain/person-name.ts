export const nameMessage = 'Enter your name';

/** Letters and marks of any script; ’ and the joiners that Marathi and Hindi names are written with. */
const NAME = /^[\p{L}\p{M}](?:[\p{L}\p{M} .'’-]|\u200c|\u200d){1,59}$/u;

/** A person's name of 2 to 60 characters, trimmed and with single spaces; null when it is not one. */
export function parseName(typed: string): string | null {
  const name = typed.normalize('NFKC').trim().replace(/\s+/g, ' ');
  return NAME.test(name) ? name : null;
}
