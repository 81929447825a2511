import type { ChangeCause, StaffWord } from '@twostroke/shared/data/bookings';
import { textOf, type Faults } from '@twostroke/shared/ui/use-submit';

/** What is wrong with the answers of ReasonFields. */
export function staffWordFaults(data: FormData): Faults {
  const unexplained = data.has('waive') && textOf(data, 'waiver').trim().length < 3;
  return {
    cause: textOf(data, 'cause') ? undefined : 'Choose whose reason it is: it decides what it costs',
    waiver: unexplained ? 'Say why: it stays with the booking' : undefined,
  };
}

/** The answers of ReasonFields, once there is nothing wrong with them. */
export function staffWordOf(data: FormData): StaffWord {
  const cause = textOf(data, 'cause') as ChangeCause;
  return { cause, ...(data.has('waive') && { waiver: textOf(data, 'waiver').trim() }) };
}

/** What it costs in rupees for this reason: only the customer's own has a fee. */
export function feeFor(cause: string, fee: number): number {
  return cause === 'customer' ? fee : 0;
}
