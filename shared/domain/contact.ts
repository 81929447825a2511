/** Name, phone and address of a person as typed, checked like the database does. Null means: not one. */

/** An Indian mobile number in any usual spelling as `+91XXXXXXXXXX`. */
export function cleanPhone(typed: string): string | null {
  const bare = typed.normalize('NFKC').replace(/[\s().-]/g, '');
  const digits = /^(?:\+91|0091|91(?=\d{10}$)|0)?([6-9]\d{9})$/.exec(bare)?.[1];
  return digits ? `+91${digits}` : null;
}

/** `+919822012345` (or without the plus) as people say it: 98220 12345. Another number stays as it is. */
export function formatPhone(phone: string): string {
  const digits = /^\+?91(\d{5})(\d{5})$/.exec(phone);
  return digits ? `${digits[1]} ${digits[2]}` : phone;
}

/** A name of 2 to 60 letters, marks, spaces, dots, apostrophes and hyphens in any script. */
export function cleanName(typed: string): string | null {
  const name = typed.normalize('NFKC').trim().replace(/\s+/g, ' ');
  return /^[\p{L}\p{M}][\p{L}\p{M} .'’-]{1,59}$/u.test(name) ? name : null;
}

/** An e-mail address with one @ and a dot in its domain; no more is asked of it. */
export function cleanEmail(typed: string): string | null {
  const email = typed.trim();
  return email.length <= 254 && /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$/.test(email) ? email : null;
}

/** What to say when one of them is wrong. */
export const contactFaults = {
  phone: 'Enter a 10-digit Indian mobile number, like 98220 12345',
  name: 'Enter your name',
  email: 'Enter an email address like name@example.com',
} as const;
