import { proposeExtraWork } from '@twostroke/shared/api/bookings';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { UnpricedLine } from '../../model/findings.ts';
import { usualMinutes, workError, workLengths } from '../../model/proposed-work.ts';
import type { ChangeFormSpec } from './change-form-spec.ts';
import type { AdminBooking } from './read-booking.ts';

/** While staff may find and propose more work. */
export const canPropose = (status: BookingStatus): boolean =>
  status === 'inspecting' || status === 'in_service' || status === 'quality_check';

/** Work that was not booked. @param found the finding that it comes from */
export function extraWorkFormSpec({ id, approval_limit }: AdminBooking, found?: UnpricedLine): ChangeFormSpec {
  return {
    fields: [
      {
        id: 'name',
        label: 'Work',
        maxLength: workLengths.name,
        errorOf: (value) => workError('name', value),
        ...(found && { start: found.name }),
      },
      {
        id: 'reason',
        label: 'Why, for the customer',
        maxLength: workLengths.reason,
        errorOf: (value) => workError('reason', value),
        ...(found && { start: found.reason }),
      },
      {
        id: 'price',
        label: 'Price in rupees',
        hint: `GST included. Up to ${formatRupees(approval_limit)} in all needs no answer.`,
        numeric: true,
        maxLength: workLengths.price,
        errorOf: (value) => workError('price', value),
      },
      {
        id: 'minutes',
        label: 'Minutes',
        numeric: true,
        maxLength: workLengths.minutes,
        start: usualMinutes,
        errorOf: (value) => workError('minutes', value),
      },
    ],
    button: 'Propose it',
    busy: 'Proposing',
    apply: async ({ name = '', reason = '', price, minutes }) => {
      await proposeExtraWork(id, [
        { name, reason, price: Number(price), minutes: Number(minutes), ...(found && { urgency: found.urgency }) },
      ]);
      return `${name} is proposed for ${formatRupees(Number(price))}`;
    },
  };
}
