import { setBookingStatus, type StepNotes } from '@twostroke/shared/data/bookings';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { agreedExtra } from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { parseName } from '@twostroke/shared/domain/person-name';
import { statusWord } from '@twostroke/shared/ui/status-badge';
import {
  atLeast,
  optionalNote,
  rupeesFault,
  type Answers,
  type ChangeAsked,
  type ChangeField,
} from './change-asked.ts';
import type { BookingDetail } from './read-booking.ts';

/** What a booking is asked on its way to a status. Cancelling has a dialog of its own. */
export function statusChange(to: string, booking: BookingDetail): ChangeAsked {
  switch (to) {
    case 'assigned':
      return assign(booking);
    case 'picked_up':
      return pickUp(booking);
    case 'completed':
      return complete(booking);
    case 'no_show':
      return step(booking, to, hintOfNoShow(booking));
    default:
      return step(booking, to);
  }
}

function assign({ id, number, mechanic: former }: BookingDetail): ChangeAsked {
  return {
    fields: [
      {
        id: 'mechanic',
        label: 'Mechanic',
        maxLength: 60,
        start: former ?? '',
        faultOf: (value) => (parseName(value) ? undefined : 'Enter the mechanic’s name'),
      },
    ],
    button: 'Confirm and assign',
    busy: 'Assigning',
    apply: async ({ mechanic = '' }) => {
      await setBookingStatus(id, 'assigned', { mechanic });
      return `Booking ${number} is assigned to ${mechanic}`;
    },
  };
}

function pickUp({ id, number }: BookingDetail): ChangeAsked {
  return {
    fields: [handover, optionalNote(500)],
    button: statusWord('picked_up'),
    busy: 'Saving',
    apply: async ({ note, ...answers }) => {
      await setBookingStatus(id, 'picked_up', { ...handoverOf(answers), ...(note && { note }) });
      return `Booking ${number}: ${statusWord('picked_up')}`;
    },
  };
}

function complete({ id, number, extra_work, estimated_price: estimate }: BookingDetail): ChangeAsked {
  const extra = agreedExtra(extra_work);
  const most = estimate + extra;
  const parts = extra > 0 ? ` and ${formatRupees(extra)} of extra work` : '';
  return {
    fields: [
      handover,
      {
        id: 'final_price',
        label: 'Bill in rupees',
        hint: `GST included. At most ${formatRupees(most)}, as agreed: the estimate of ${formatRupees(estimate)}${parts}.`,
        numeric: true,
        maxLength: 6,
        start: most,
        faultOf: (value) => (Number(value) > most ? notAgreed(most) : rupeesFault(value)),
      },
    ],
    button: 'Complete',
    busy: 'Completing',
    apply: async ({ final_price = '', ...answers }) => {
      await setBookingStatus(id, 'completed', { final_price: Number(final_price), ...handoverOf(answers) });
      return `Booking ${number} is done, ${formatRupees(Number(final_price))}`;
    },
  };
}

function step({ id, number }: BookingDetail, to: string, hint?: string): ChangeAsked {
  return {
    fields: [optionalNote(500, { hint })],
    button: statusWord(to),
    busy: 'Saving',
    apply: async ({ note }) => {
      await setBookingStatus(id, to, note ? { note } : {});
      return `Booking ${number}: ${statusWord(to)}`;
    },
  };
}

/** What the database would say as well. */
const notAgreed = (most: number): string =>
  `The customer has agreed to ${formatRupees(most)}. Bill that or less: more work is proposed line by line while the bike is inspected, and billed once it is approved`;

/** The bike changes hands: with the customer's code, or with a note why it goes without. */
const handover: ChangeField = {
  id: 'handover_code',
  label: 'Handover code',
  hint: 'The customer says it, or whoever hands the bike over or takes it back.',
  numeric: true,
  maxLength: 4,
  faultOf: (value) => (/^\d{4}$/.test(value) ? undefined : 'Enter the 4 figures of the code'),
  instead: {
    there: 'No code?',
    back: 'Enter the code',
    field: {
      id: 'without_code',
      label: 'Why without the code',
      hint: 'It stays with the booking, and the customer reads it.',
      maxLength: 300,
      faultOf: atLeast(3, 'Say why it goes without the code'),
    },
  },
};

/** What was answered to it. */
const handoverOf = ({ handover_code, without_code = '' }: Answers): StepNotes =>
  handover_code ? { handover_code } : { without_code };

/** From when on somebody counts as not there: 15 minutes after the booked start. */
function waitedUntil({ booking_date, booking_time }: BookingDetail): string {
  const start = new Date(`${booking_date}T${booking_time.slice(0, 5)}:00+05:30`);
  return formatInstant(new Date(start.getTime() + 15 * 60_000));
}

function hintOfNoShow(booking: BookingDetail): string {
  return `From ${waitedUntil(booking)} on, 15 minutes after the booked time. It costs the customer ₹200, added to the next booking; nothing at the gate in weather mode, nothing when we missed the window by an hour.`;
}
