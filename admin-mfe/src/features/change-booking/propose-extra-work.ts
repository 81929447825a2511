import { proposeExtraWork } from '@twostroke/shared/data/bookings';
import { formatRupees } from '@twostroke/shared/domain/money';
import { atLeast, rupeesFault, type ChangeAsked } from './change-asked.ts';
import type { BookingDetail } from './read-booking.ts';

/** Work that was not booked, while the bike is inspected. */
export function extraWorkAsked({ id, approval_limit }: BookingDetail): ChangeAsked {
  return {
    fields: [
      { id: 'name', label: 'Work', maxLength: 80, faultOf: atLeast(2, 'Name the work') },
      {
        id: 'reason',
        label: 'Why, for the customer',
        maxLength: 300,
        faultOf: atLeast(3, 'Say why: the customer decides by it'),
      },
      {
        id: 'price',
        label: 'Price in rupees',
        hint: `GST included. Up to ${formatRupees(approval_limit)} in all needs no answer.`,
        numeric: true,
        maxLength: 6,
        faultOf: (value) => (Number(value) > 0 ? rupeesFault(value) : 'Enter whole rupees, like 1699'),
      },
      {
        id: 'minutes',
        label: 'Minutes',
        numeric: true,
        maxLength: 3,
        start: 30,
        faultOf: (value) => (/^\d{1,3}$/.test(value) ? undefined : 'Enter the minutes it takes'),
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
