import { groupDigits } from './figures.ts';

/**
 * A price for people: `formatRupees(1699)` is "₹1,699", `formatRupees(-89)` is "-₹89".
 * @param amount whole rupees, GST included
 */
export function formatRupees(amount: number): string {
  return `${amount < 0 ? '-' : ''}₹${groupDigits(Math.abs(amount))}`;
}

/** Prices to choose from: `formatRupeesChoice([0, 300, 500])` is "₹0, ₹300 or ₹500". */
export function formatRupeesChoice(amounts: readonly number[]): string {
  const words = amounts.map(formatRupees);
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}

/**
 * A tax amount for an invoice: `formatPaise(173559)` is "₹1,735.59".
 * @param amount whole paise
 */
export function formatPaise(amount: number): string {
  const paise = Math.abs(amount);
  const fraction = String(paise % 100).padStart(2, '0');
  return `${amount < 0 ? '-' : ''}₹${groupDigits(Math.floor(paise / 100))}.${fraction}`;
}
