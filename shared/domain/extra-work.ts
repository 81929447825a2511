/** Rupees of extra work that were agreed: within the limit, by the customer, or on the phone. */
export function agreedExtra(lines: readonly { status: string; price: number }[]): number {
  return lines.reduce((sum, { status, price }) => sum + (status === 'approved' ? price : 0), 0);
}
