/*
 * Numbers as people in India write them. Not `Intl`: its first use costs a phone some 50 ms while the page becomes
 * usable, and browsers and server differ in the spaces they set.
 */

/** Whole numbers in lakh and crore groups: `groupDigits(1234567)` is "12,34,567". Fractions are rounded. */
export function groupDigits(figure: number): string {
  const digits = String(Math.abs(Math.round(figure))).replace(/\B(?=(\d\d)*\d{3}$)/g, ',');
  return Math.round(figure) < 0 ? `-${digits}` : digits;
}

/** "5,000 km", without a line break inside. */
export function formatKm(km: number): string {
  return `${groupDigits(km)}\u00a0km`;
}
