import { createHmac, timingSafeEqual } from 'node:crypto';

/* Time-based one-time passwords (RFC 6238) as authenticator apps compute them: HMAC-SHA-1, 6 digits, 30 seconds. */

export const periodSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of one period. */
export function codeOfStep(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The period whose code this is, of the present, the last and the next one, which clocks may differ by; or undefined. */
export function stepOfCode(secret: Buffer, code: string, nowSeconds: number): number | undefined {
  const now = Math.floor(nowSeconds / periodSeconds);
  const typed = Buffer.from(code);
  return [now, now - 1, now + 1].find((step) => {
    const right = Buffer.from(codeOfStep(secret, step));
    return right.length === typed.length && timingSafeEqual(right, typed);
  });
}

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[parseInt(group.padEnd(5, '0'), 2)]).join('');
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** What authenticator apps read from a QR code. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const values = new URLSearchParams({ algorithm: 'SHA1', digits: '6', issuer, period: String(periodSeconds), secret });
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?${values.toString().replaceAll('+', '%20')}`;
}
