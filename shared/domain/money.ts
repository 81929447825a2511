const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const paise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 });

/**
 * A price for people: `formatRupees(1699)` is "₹1,699", `formatRupees(-89)` is "-₹89".
 * @param amount whole rupees, GST included
 */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}

/**
 * A tax amount for an invoice: `formatPaise(173559)` is "₹1,735.59".
 * @param amount whole paise
 */
export function formatPaise(amount: number): string {
  return paise.format(amount / 100);
}
