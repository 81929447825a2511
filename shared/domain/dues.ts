import { formatRupees } from './money.ts';

/** Fees and credits between a booking and others of its number, as the database returns them. Rupees. */
export interface Dues {
  /** Fees of no-shows that are paid with this booking. */
  carried: readonly { number: string; amount: number }[];
  /** Number of the later booking with which the fee of this no-show is paid. */
  carried_to: string | null;
  /** What credits take off this bill. */
  credit: number;
  /** Given because the shop cancelled this booking or was late; used_by null: for the next one. */
  credit_given: { amount: number; reason: string; used_by: string | null } | null;
}

/** Lines of a bill besides the work: a no-show fee is added, a credit is deducted. */
export function dueLines({ carried, credit }: Pick<Dues, 'carried' | 'credit'>): { label: string; rupees: number }[] {
  const fees = carried.map(({ number, amount }) => ({ label: `Fee of missed booking ${number}`, rupees: amount }));
  return credit > 0 ? [...fees, { label: 'Credit from us', rupees: -credit }] : fees;
}

/** Sentences that say which booking carries a no-show fee and which one uses a credit. */
export function dueWords({ carried_to, credit, credit_given }: Omit<Dues, 'carried'>): string[] {
  const words: string[] = [];
  if (carried_to) words.push(`Its fee is paid with booking ${carried_to}.`);
  if (credit_given && credit === 0) {
    const amount = formatRupees(credit_given.amount);
    words.push(
      credit_given.used_by
        ? `Your ${amount} credit is used for booking ${credit_given.used_by}.`
        : `You have ${amount} credit: it is taken off your next booking.`,
    );
  }
  return words;
}
