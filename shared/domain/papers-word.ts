import type { BookingStatus } from './database-enum.ts';

export interface BookingWithPapers {
  status: BookingStatus;
  /** Without it, what was paid is not known. */
  payment?: { vouchers?: readonly object[] | undefined } | undefined;
}

/** What a button to the papers of a booking says: its invoice, before it vouchers of advances; null without either. */
export function papersWord({ status, payment }: BookingWithPapers): string | null {
  if (status === 'completed') return 'Invoice';
  const { length } = payment?.vouchers ?? [];
  if (length === 0) return null;
  // Short: it stands between other buttons on a phone.
  return length === 1 ? 'Receipt' : 'Receipts';
}
