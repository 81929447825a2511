import type { DatabaseEnum } from './database-enum.ts';

export type PaymentMethod = DatabaseEnum<'payment_method'>;

const words: Readonly<Record<string, string>> = {
  upi: 'UPI',
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  cash: 'Cash',
  online: 'Online',
} satisfies Record<PaymentMethod, string>;

const ways: Readonly<Record<string, string>> = {
  upi: 'by UPI',
  card: 'by card',
  netbanking: 'by net banking',
  wallet: 'by wallet',
  cash: 'in cash',
  online: 'online',
} satisfies Record<PaymentMethod, string>;

/** "in cash": how a payment was made, after an amount. */
export function methodPhrase(method: PaymentMethod): string {
  return ways[method] ?? `by ${method}`;
}

/** "Net banking": the word for how a payment was made. */
export function methodWord(method: PaymentMethod): string {
  return words[method] ?? method;
}
