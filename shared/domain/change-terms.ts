import { atShop, formatDay, formatTime } from './calendar.ts';
import { formatRupees } from './money.ts';

/** What changing a booking costs now, as the database returns it. */
export interface Terms {
  /** ISO instant. */
  free_until: string;
  late: boolean;
  cancel_fee: number;
  /** False once the customer has no move left. */
  can_move: boolean;
  move_fee: number;
  can_pick_up: boolean;
  weather: boolean;
}

/** "9 am on Sat 21 Nov". */
export function freeUntilWords({ free_until }: Pick<Terms, 'free_until'>): string {
  const { date, time } = atShop(free_until);
  return `${formatTime(time)} on ${formatDay(date)}`;
}

/** "Free to cancel or move until 9 am on Sat 21 Nov", where it can still be moved. */
export function freeWords(terms: Pick<Terms, 'free_until' | 'can_move'>): string {
  return `Free to cancel${terms.can_move ? ' or move' : ''} until ${freeUntilWords(terms)}`;
}

/** What a change costs: "It costs you nothing." or "It costs ₹100." */
export function feeWords(fee: number): string {
  return fee === 0 ? 'It costs you nothing.' : `It costs ${formatRupees(fee)}.`;
}

/** A fee on a button: "free" or "₹100". */
export function shortFee(fee: number): string {
  return fee === 0 ? 'free' : formatRupees(fee);
}

/** What a move costs, on a button: "₹100", where the day changes the price "₹2,248 in all", or both. */
export function movePrice({ fee, total }: { fee: number; total?: number }): string {
  if (total === undefined) return shortFee(fee);
  const all = `${formatRupees(total)} in all`;
  return fee === 0 ? all : `${formatRupees(fee)} and ${all}`;
}

/** Texts of the dialog that moves a booking. */
export const moveWords = {
  title: 'Move to another time',
  required: 'Choose a new time',
  button: (time: string) => `Move to ${time}`,
  atPrice: (price: string) => `Move for ${price}`,
  busy: 'Moving',
  keep: 'Keep the time',
};

/** Texts of the dialog that changes a gate visit into a pickup. */
export const pickupWords = {
  title: 'Have it picked up',
  required: 'Choose a time for the pickup',
  button: (time: string) => `Pick it up on ${time}`,
  atPrice: (price: string) => `Pick it up for ${price}`,
  busy: 'Booking the pickup',
  keep: 'Keep it as it is',
};

/** What it means to change a visit to the gate into a pickup. */
export const pickupTerms =
  'We fetch the bike, work on it in the workshop and bring it back. It costs you nothing and is not one of your free moves.';

/** Shown under a booking: until when it is free, or what it costs now. */
export function termsWords(terms: Terms): string {
  if (terms.weather)
    return `We do not work at the gate on this day: ${terms.can_pick_up ? 'move it, have it picked up' : 'move'} or cancel it, free.`;
  if (!terms.late) return `${freeWords(terms)}.`;
  const cancel = terms.cancel_fee === 0 ? 'free this time' : formatRupees(terms.cancel_fee);
  return `Free until ${freeUntilWords(terms)}. Cancelling now: ${cancel}.`;
}
