import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import type { ChangeFormSpec } from './change-form-spec.ts';
import type { May } from '../../model/duty.ts';
import type { UnpricedLine } from '../../model/findings.ts';
import { confirmNumber } from './confirm-number.ts';
import { moneyChanges, type MoneyChange } from './money-changes.ts';
import { promiseFormSpec } from './promise.ts';
import { extraWorkFormSpec } from './propose-extra-work.ts';
import type { AdminBooking } from './read-booking.ts';
import { repriceFormSpec } from './reprice-work.ts';
import { statusChange } from './status-changes.ts';

/** What an admin changes in a booking; `line`: the price of a line that the customer is asked about. */
export type StaffChange =
  { to: BookingStatus } | { line: string } | { propose: UnpricedLine } | 'extra' | 'number' | 'promise' | MoneyChange;

/** The fields of a change, and how it is sent. */
export function changeFormSpec(change: StaffChange, booking: AdminBooking, may: May): ChangeFormSpec {
  if (typeof change === 'object') {
    if ('line' in change) return repriceFormSpec(booking, change.line);
    if ('propose' in change) return extraWorkFormSpec(booking, change.propose);
    return statusChange(change.to, booking, may);
  }
  if (change === 'number') return confirmNumber(booking);
  if (change === 'promise') return promiseFormSpec(booking);
  return change === 'extra' ? extraWorkFormSpec(booking) : moneyChanges[change](booking);
}
