export const emailMessage = 'Enter an email address like name@example.com';

/** Trimmed e-mail address with one @ and a dot in its domain; null when it is not one. Does not check delivery. */
export function parseEmail(typed: string): string | null {
  const email = typed.trim();
  return email.length <= 254 && /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>".]+$/.test(email) ? email : null;
}
