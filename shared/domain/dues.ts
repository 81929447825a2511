import { formatRupees } from './money.ts';

/** What passes between a booking and others of its number, as the database says it. Rupees. */
export interface Dues {
  /** Fees of missed bookings that are paid with this one. */
  carried: readonly { number: string; amount: number }[];
  /** Number of the later booking with which the fee of this missed one is paid. */
  carried_to: string | null;
  /** What credits take off this bill. */
  credit: number;
  /** Given because we cancelled this booking or came late; used_by null: off the next one. */
  credit_given: { amount: number; reason: string; used_by: string | null } | null;
}

/** Lines of a bill beside the work: a missed booking's fee is added, a credit is taken off. */
export function dueLines({ carried, credit }: Pick<Dues, 'carried' | 'credit'>): { label: string; rupees: number }[] {
  const fees = carried.map(({ number, amount }) => ({ label: `Fee of missed booking ${number}`, rupees: amount }));
  return credit > 0 ? [...fees, { label: 'Credit from us', rupees: -credit }] : fees;
}

/** Where the fee of a missed booking and the credit of one that we spoiled have gone, a sentence each. */
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
