import type { ChangeAsked } from './change-asked.ts';
import { moneyChanges, type MoneyChange } from './money-changes.ts';
import { extraWorkAsked } from './propose-extra-work.ts';
import type { BookingDetail } from './read-booking.ts';
import { statusChange } from './status-changes.ts';

/** What an admin does to a booking. */
export type Change = { to: string } | 'extra' | MoneyChange;

/** What has to be said for a change, and how it is done. */
export function changeAsked(change: Change, booking: BookingDetail): ChangeAsked {
  if (typeof change === 'object') return statusChange(change.to, booking);
  return change === 'extra' ? extraWorkAsked(booking) : moneyChanges[change](booking);
}
