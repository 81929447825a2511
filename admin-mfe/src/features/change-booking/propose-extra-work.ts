import { proposeExtraWork } from '@twostroke/shared/api/bookings';
import { formatRupees } from '@twostroke/shared/domain/money';
import { messages } from '../../messages.ts';
import { atLeast, validateRupees, type ChangeFormSpec } from './change-form-spec.ts';
import type { AdminBooking } from './read-booking.ts';

/** Work that was not booked, proposed while the bike is inspected. */
export function extraWorkFormSpec({ id, approval_limit }: AdminBooking): ChangeFormSpec {
  return {
    fields: [
      { id: 'name', label: 'Work', maxLength: 80, errorOf: atLeast(2, 'Name the work') },
      {
        id: 'reason',
        label: 'Why, for the customer',
        maxLength: 300,
        errorOf: atLeast(3, 'Say why: the customer decides by it'),
      },
      {
        id: 'price',
        label: 'Price in rupees',
        hint: `GST included. Up to ${formatRupees(approval_limit)} in all needs no answer.`,
        numeric: true,
        maxLength: 6,
        errorOf: (value) => (Number(value) > 0 ? validateRupees(value) : 'Enter whole rupees, like 1699'),
      },
      {
        id: 'minutes',
        label: 'Minutes',
        numeric: true,
        maxLength: 3,
        start: 30,
        errorOf: (value) => (/^\d{1,3}$/.test(value) ? undefined : messages.work_minutes),
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
