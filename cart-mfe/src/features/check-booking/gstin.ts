const FORM = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The GSTIN of a business without spaces, or null when its form or its check digit is wrong. */
export function parseGstin(typed: string): string | null {
  const gstin = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  if (!FORM.test(gstin)) return null;
  const sum = Array.from(gstin.slice(0, 14)).reduce((total, letter, index) => {
    const product = DIGITS.indexOf(letter) * (1 + (index % 2));
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return gstin[14] === DIGITS[(36 - (sum % 36)) % 36] ? gstin : null;
}
