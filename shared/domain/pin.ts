export const pinFormMessage = 'Enter a 6-digit PIN';
export const pinNotServedMessage = "We don't serve this PIN yet. Leave your number and we'll tell you";

/** A PIN code without its spaces and hyphens; null when it is not one. Does not check whether the shop serves it. */
export function parsePin(typed: string): string | null {
  const pin = typed.normalize('NFKC').replace(/[\s-]/g, '');
  return /^[1-9]\d{5}$/.test(pin) ? pin : null;
}
