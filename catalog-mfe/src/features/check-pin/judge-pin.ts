import type { ServedPin } from './read-served-pins.ts';

export type PinAnswer =
  | { kind: 'invalid' }
  | { kind: 'served'; pin: string; areaSlugs: string[] }
  | { kind: 'unserved'; pin: string };

/** Whether the shop serves a PIN, as typed. */
export function judgePin(typed: string, served: readonly ServedPin[]): PinAnswer {
  const pin = typed.normalize('NFKC').replace(/\s/g, '');
  if (!/^[1-9]\d{5}$/.test(pin)) return { kind: 'invalid' };
  const row = served.find((known) => known.pin === pin);
  return row ? { kind: 'served', pin, areaSlugs: row.area_slugs } : { kind: 'unserved', pin };
}
