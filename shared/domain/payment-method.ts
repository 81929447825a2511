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

/** "Net banking": the word for how a payment was made. */
export function methodWord(method: PaymentMethod): string {
  return words[method] ?? method;
}
