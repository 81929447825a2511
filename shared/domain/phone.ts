export const phoneMessage = 'Enter a 10-digit Indian mobile number, like 98220 12345';

/**
 * An Indian mobile number in its stored form, +91XXXXXXXXXX.
 * @param typed with or without +91 or a leading 0, with spaces or hyphens
 * @returns null when it is not one
 */
export function parsePhone(typed: string): string | null {
  const bare = typed.normalize('NFKC').replace(/[\s().-]/g, '');
  const digits = /^(?:\+91|0091|91(?=\d{10}$)|0)?([6-9]\d{9})$/.exec(bare)?.[1];
  return digits ? `+91${digits}` : null;
}

/** A stored number for people: '+919822012345' is "98220 12345". Anything else stays as it is. */
export function formatPhone(phone: string): string {
  const stored = parsePhone(phone);
  return stored ? `${stored.slice(3, 8)}\u00a0${stored.slice(8)}` : phone;
}
