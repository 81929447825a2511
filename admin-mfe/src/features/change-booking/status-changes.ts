import { setBookingStatus, type StepNotes } from '@twostroke/shared/api/bookings';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { parseName } from '@twostroke/shared/domain/person-name';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { messages, billTooHigh } from '../../messages.ts';
import {
  atLeast,
  optionalNote,
  validateRupees,
  type Answers,
  type ChangeFormSpec,
  type ChangeField,
} from './change-form-spec.ts';
import type { May } from '../../model/duty.ts';
import { engineOil, partEntry, partErrors } from '../../model/used-parts.ts';
import { markJob } from './mark-job.ts';
import type { AdminBooking } from './read-booking.ts';
import { goesBack } from './steps.ts';

/** The form of each transition. Cancelling has its own dialog. */
export function statusChange(to: BookingStatus, booking: AdminBooking, may: May): ChangeFormSpec {
  switch (to) {
    case 'assigned':
      return may('assign_jobs') ? assign(booking) : take(booking);
    case 'picked_up':
      return pickUp(booking);
    case 'completed':
      return complete(booking, may);
    case 'ready':
      return ready(booking);
    case 'no_show':
      return step(booking, to, hintOfNoShow(booking));
    default:
      return step(booking, to);
  }
}

function assign({ id, number, mechanic: former }: AdminBooking): ChangeFormSpec {
  return {
    fields: [
      {
        id: 'mechanic',
        label: 'Mechanic',
        maxLength: 60,
        start: former ?? '',
        errorOf: (value) => (parseName(value) ? undefined : 'Enter the mechanic’s name'),
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

/** A mechanic takes the job. */
function take({ id, number }: AdminBooking): ChangeFormSpec {
  return {
    fields: [],
    button: 'Take this job',
    busy: 'Taking it',
    apply: async () => {
      await setBookingStatus(id, 'assigned', {});
      return `Booking ${number} is yours`;
    },
  };
}

function pickUp({ id, number }: AdminBooking): ChangeFormSpec {
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

function complete(booking: AdminBooking, may: May): ChangeFormSpec {
  const { id, number, payment, estimated_price: estimate } = booking;
  const { agreed, fee_off: feeOff } = payment;
  // Everyone else completes it with the agreed price.
  const setsBill = may('change_bookings');
  const extra = agreed - estimate + feeOff;
  const parts =
    (extra > 0 ? ` and ${formatRupees(extra)} of extra work` : '') +
    (feeOff > 0 ? `, less the fee of ${formatRupees(feeOff)}` : '');
  const bill: ChangeField = {
    id: 'final_price',
    label: 'Bill in rupees',
    hint: `GST included. At most ${formatRupees(agreed)}, as agreed: the estimate of ${formatRupees(estimate)}${parts}.`,
    numeric: true,
    maxLength: 6,
    start: agreed,
    errorOf: (value) => (Number(value) > agreed ? billTooHigh(agreed) : validateRupees(value)),
  };
  return {
    fields: [handover, ...(setsBill ? [bill] : [])],
    button: 'Complete',
    busy: 'Completing',
    apply: async ({ final_price = '', ...answers }) => {
      const billed = setsBill ? Number(final_price) : agreed;
      await setBookingStatus(id, 'completed', { ...(setsBill && { final_price: billed }), ...handoverOf(answers) });
      return `Booking ${number} is done, ${formatRupees(billed)}`;
    },
  };
}

/** The oil of a booking as it was read: it stays written down when the step that follows is refused. */
const sentOil = new WeakMap<AdminBooking, { mark: string; isSaved: boolean }>();

/** Ready: with the reason why points were not checked, and the oil when it is not written down yet. */
function ready(booking: AdminBooking): ChangeFormSpec {
  const { id, unchecked } = booking;
  const sent = sentOil.get(booking) ?? { mark: crypto.randomUUID(), isSaved: false };
  const oil = sent.isSaved ? null : booking.missing_oil;
  const usual = step(booking, 'ready', sent.isSaved ? 'The oil is written down.' : undefined);
  if (unchecked === 0 && !oil) return usual;
  const points = unchecked === 1 ? '1 point of the inspection is' : `${unchecked} points of the inspection are`;
  const why: ChangeField = {
    id: 'note',
    label: 'Why points were left out',
    hint: `${points} not checked.`,
    maxLength: 500,
    errorOf: atLeast(3, 'Say why in 3 characters or more'),
  };
  return {
    ...usual,
    fields: [...(oil ? oilFields(oil) : []), ...(unchecked > 0 ? [why] : [])],
    apply: async ({ make = '', grade = '', quantity = '', ...answers }) => {
      if (oil) {
        sentOil.set(booking, sent);
        const part = partEntry('oil', engineOil({ make, grade, quantity }), '');
        await markJob(id, { kind: 'part', part }, sent.mark);
        sent.isSaved = true;
      }
      return usual.apply(answers);
    },
  };
}

/** The oil that the bill names. */
function oilFields({ litres, grade }: NonNullable<AdminBooking['missing_oil']>): ChangeField[] {
  const errorOf = (field: 'make' | 'grade' | 'quantity') => (value: string) =>
    partErrors('oil', engineOil({ make: '', grade: '', quantity: '', [field]: value }))[field];
  return [
    { id: 'make', label: 'Brand of the oil', maxLength: 40, errorOf: errorOf('make') },
    { id: 'grade', label: 'Grade', maxLength: 20, start: grade ?? '', errorOf: errorOf('grade') },
    { id: 'quantity', label: 'Litres', maxLength: 7, start: litres, errorOf: errorOf('quantity') },
  ];
}

function step({ id, number, status }: AdminBooking, to: BookingStatus, hint?: string): ChangeFormSpec {
  return {
    fields: [
      goesBack(status, to)
        ? { id: 'note', label: 'Why it goes back', maxLength: 200, errorOf: atLeast(3, messages.step_note) }
        : optionalNote(500, { hint }),
    ],
    button: statusWord(to),
    busy: 'Saving',
    apply: async ({ note }) => {
      await setBookingStatus(id, to, note ? { note } : {});
      return `Booking ${number}: ${statusWord(to)}`;
    },
  };
}

/** Handover of the bike: needs the customer's code, or a note why there is none. */
const handover: ChangeField = {
  id: 'handover_code',
  label: 'Handover code',
  hint: 'The customer says it, or the person who hands over or collects the bike.',
  numeric: true,
  maxLength: 4,
  errorOf: (value) => (/^\d{4}$/.test(value) ? undefined : messages.code_figures),
  instead: {
    there: 'No code?',
    back: 'Enter the code',
    field: {
      id: 'without_code',
      label: 'Why without the code',
      hint: 'It stays with the booking, and the customer reads it.',
      maxLength: 300,
      errorOf: atLeast(3, 'Say why it goes without the code'),
    },
  },
};

/** The note or code that was entered. */
const handoverOf = ({ handover_code, without_code = '' }: Answers): StepNotes =>
  handover_code ? { handover_code } : { without_code };

/** From when a no-show can be recorded. */
function waitedUntil({ booking_date, booking_time, shop }: AdminBooking): string {
  const start = new Date(`${booking_date}T${booking_time.slice(0, 5)}:00+05:30`);
  return formatInstant(new Date(start.getTime() + shop.no_show_minutes * 60_000));
}

function hintOfNoShow(booking: AdminBooking): string {
  const { no_show_minutes, visit_fee, late_minutes } = booking.shop;
  const late = late_minutes === 60 ? 'an hour' : `${late_minutes} minutes`;
  return `From ${waitedUntil(booking)} on, ${no_show_minutes} minutes after the booked time. It costs the customer ${formatRupees(visit_fee)}, added to the next booking; nothing at the gate in weather mode, nothing when we missed the window by ${late}.`;
}
