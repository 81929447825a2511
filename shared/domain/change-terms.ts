import { atShop, formatDay, formatTime } from './calendar.ts';
import { formatRupees } from './money.ts';

/** What changing a booking costs at this moment, as the database says it. */
export interface Terms {
  /** ISO instant. */
  free_until: string;
  late: boolean;
  cancel_fee: number;
  /** False once the customer has moved it as often as he may. */
  can_move: boolean;
  move_fee: number;
  can_pick_up: boolean;
  weather: boolean;
}

/** "9 am on Sat 21 Nov". */
function freeUntilWords({ free_until }: Pick<Terms, 'free_until'>): string {
  const { date, time } = atShop(free_until);
  return `${formatTime(time)} on ${formatDay(date)}`;
}

/** "Free to cancel or move until 9 am on Sat 21 Nov", where it can still be moved. */
export function freeWords(terms: Pick<Terms, 'free_until' | 'can_move'>): string {
  return `Free to cancel${terms.can_move ? ' or move' : ''} until ${freeUntilWords(terms)}`;
}

/** What a step costs: "It costs you nothing." or "It costs ₹100." */
export function feeWords(fee: number): string {
  return fee === 0 ? 'It costs you nothing.' : `It costs ${formatRupees(fee)}.`;
}

/** What it means that a visit to the gate becomes a pickup. */
export const pickupWords =
  'We fetch the bike, work on it in the workshop and bring it back. It costs you nothing and is not one of your free moves.';

/** Under a booking: until when it is free, or what it costs by now. */
export function termsWords(terms: Terms): string {
  if (terms.weather)
    return `We do not work at the gate on this day: ${terms.can_pick_up ? 'move it, have it picked up' : 'move'} or cancel it, free.`;
  if (!terms.late) return `${freeWords(terms)}.`;
  const cancel = terms.cancel_fee === 0 ? 'free this time' : formatRupees(terms.cancel_fee);
  return `Free until ${freeUntilWords(terms)}. Cancelling now: ${cancel}.`;
}
