import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import type { ChangeFormSpec } from './change-form-spec.ts';
import type { May } from '../../model/duty.ts';
import type { UnpricedLine } from '../../model/findings.ts';
import { confirmNumber } from './confirm-number.ts';
import { moneyChanges, type MoneyChange } from './money-changes.ts';
import { promiseFormSpec } from './promise.ts';
import type { AdminBooking } from './read-booking.ts';
import { repriceFormSpec } from './reprice-work.ts';
import { statusChange } from './status-changes.ts';

/** A change of a booking by a form; `line`: the price of a line that the customer is asked about. */
export type FormChange = { to: BookingStatus } | { line: string } | 'number' | 'promise' | MoneyChange;

/** What an admin changes in a booking; `propose`: the finding that extra work comes from, null for any other. */
export type StaffChange = FormChange | { propose: UnpricedLine | null };

/** The fields of a change, and how it is sent. */
export function changeFormSpec(change: FormChange, booking: AdminBooking, may: May): ChangeFormSpec {
  if (typeof change === 'object')
    return 'line' in change ? repriceFormSpec(booking, change.line) : statusChange(change.to, booking, may);
  if (change === 'number') return confirmNumber(booking);
  return change === 'promise' ? promiseFormSpec(booking) : moneyChanges[change](booking);
}
