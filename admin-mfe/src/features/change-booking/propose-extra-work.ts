import { proposeExtraWork } from '@twostroke/shared/api/bookings';
import { formatRupees } from '@twostroke/shared/domain/money';
import { usualMinutes, workError, workLengths } from '../../model/proposed-work.ts';
import type { ChangeFormSpec } from './change-form-spec.ts';
import type { AdminBooking } from './read-booking.ts';

/** Work that was not booked, proposed while the bike is inspected. */
export function extraWorkFormSpec({ id, approval_limit }: AdminBooking): ChangeFormSpec {
  return {
    fields: [
      { id: 'name', label: 'Work', maxLength: workLengths.name, errorOf: (value) => workError('name', value) },
      {
        id: 'reason',
        label: 'Why, for the customer',
        maxLength: workLengths.reason,
        errorOf: (value) => workError('reason', value),
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
      await proposeExtraWork(id, [{ name, reason, price: Number(price), minutes: Number(minutes) }]);
      return `${name} is proposed for ${formatRupees(Number(price))}`;
    },
  };
}
