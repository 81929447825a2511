import { proposeExtraWork, setBookingFee, setBookingStatus, type StepNotes } from '@twostroke/shared/data/bookings';
import { confirmPayment, finishRefund, giveLateCredit, recordCash, rejectClaim } from '@twostroke/shared/data/payments';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { agreedExtra } from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import { parseName } from '@twostroke/shared/domain/person-name';
import { statusWord } from '@twostroke/shared/ui/status-badge';
import { refundByHand, upiToCheck } from './money-to-do.ts';
import type { BookingDetail } from './read-booking.ts';

/**
 * What an admin does to a booking: the status it goes to, `extra` work, another `fee`, or about its money: `cash` that
 * was handed over, a UPI payment that is there (`upi_seen`) or is not (`upi_missing`), a refund `given_back`, a credit
 * for our being `late`.
 */
export type Change = string;

export interface ChangeField {
  id: string;
  label: string;
  hint?: string;
  /** Figures only. */
  numeric?: boolean;
  maxLength: number;
  start?: string | number;
  /** What is wrong with a text; undefined when nothing is. */
  faultOf: (value: string) => string | undefined;
  /** What is asked in place of it, and the words that lead there and back. */
  instead?: { field: ChangeField; there: string; back: string };
}

export type Answers = Readonly<Record<string, string>>;

export interface ChangeAsked {
  fields: ChangeField[];
  button: string;
  busy: string;
  stop?: boolean;
  /** Does it. Answers a sentence without its full stop. @throws AppError with a sentence to show */
  apply: (answers: Answers) => Promise<string>;
}

const rupeesFault = (value: string): string | undefined =>
  /^\d{1,6}$/.test(value) ? undefined : 'Enter whole rupees, like 1699';
const atLeast = (length: number, sentence: string) => (value: string) => (value.length < length ? sentence : undefined);

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

/** What has to be said for a change, and how it is done. Cancelling has a dialog of its own. */
export function changeAsked(change: Change, booking: BookingDetail): ChangeAsked {
  const { id, number } = booking;
  const named = `Booking ${number}`;
  switch (change) {
    case 'completed': {
      const extra = agreedExtra(booking.extra_work);
      const most = booking.estimated_price + extra;
      const parts = extra > 0 ? ` and ${formatRupees(extra)} of extra work` : '';
      return {
        fields: [
          handover,
          {
            id: 'final_price',
            label: 'Bill in rupees',
            hint: `GST included. At most ${formatRupees(most)}, as agreed: the estimate of ${formatRupees(booking.estimated_price)}${parts}.`,
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
          return `${named} is done, ${formatRupees(Number(final_price))}`;
        },
      };
    }
    case 'picked_up':
      return {
        fields: [handover, { id: 'note', label: 'Note (optional)', maxLength: 500, faultOf: () => undefined }],
        button: statusWord(change),
        busy: 'Saving',
        apply: async ({ note, ...answers }) => {
          await setBookingStatus(id, change, { ...handoverOf(answers), ...(note && { note }) });
          return `${named}: ${statusWord(change)}`;
        },
      };
    case 'assigned':
      return {
        fields: [
          {
            id: 'mechanic',
            label: 'Mechanic',
            maxLength: 60,
            start: booking.mechanic ?? '',
            faultOf: (value) => (parseName(value) ? undefined : 'Enter the mechanic’s name'),
          },
        ],
        button: 'Confirm and assign',
        busy: 'Assigning',
        apply: async ({ mechanic = '' }) => {
          await setBookingStatus(id, 'assigned', { mechanic });
          return `${named} is assigned to ${mechanic}`;
        },
      };
    case 'extra':
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
            hint: `GST included. Up to ${formatRupees(booking.approval_limit)} in all needs no answer.`,
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
    case 'fee':
      return {
        fields: [
          {
            id: 'fee',
            label: 'Fee in rupees',
            hint: `Now ${formatRupees(booking.fee)}.`,
            numeric: true,
            maxLength: 5,
            start: 0,
            faultOf: rupeesFault,
          },
          { id: 'note', label: 'Why', maxLength: 500, faultOf: atLeast(3, 'Say why: it stays with the booking') },
        ],
        button: 'Change the fee',
        busy: 'Changing',
        apply: async ({ fee, note = '' }) => {
          await setBookingFee(id, Number(fee), note);
          return `The fee of booking ${number} is ${formatRupees(Number(fee))}`;
        },
      };
    case 'cash':
      return {
        fields: [
          {
            id: 'amount',
            label: 'Cash in rupees',
            hint: `${formatRupees(booking.payment.due)} is due.`,
            numeric: true,
            maxLength: 6,
            start: booking.payment.due,
            faultOf: rupeesFault,
          },
          { id: 'note', label: 'Note (optional)', maxLength: 300, faultOf: () => undefined },
        ],
        button: 'Cash received',
        busy: 'Writing it down',
        apply: async ({ amount, note }) => {
          await recordCash(id, Number(amount), note);
          return `${formatRupees(Number(amount))} in cash for booking ${number}`;
        },
      };
    case 'upi_seen':
    case 'upi_missing': {
      const payment = upiToCheck(booking.payment)!;
      const amount = formatRupees(payment.amount_paise / 100);
      const seen = change === 'upi_seen';
      return {
        fields: [
          {
            id: 'note',
            label: seen ? 'Note (optional)' : 'What the customer reads',
            hint: `${amount}, reference ${payment.reference}`,
            maxLength: 300,
            faultOf: seen ? () => undefined : atLeast(3, 'Say what you looked for: the customer reads it'),
          },
        ],
        button: seen ? 'The money is there' : 'It is not there',
        busy: 'Writing it down',
        stop: !seen,
        apply: async ({ note = '' }) => {
          await (seen ? confirmPayment(payment.id, note) : rejectClaim(payment.id, note));
          return seen ? `${amount} by UPI is confirmed` : `The customer is told that ${amount} by UPI did not come`;
        },
      };
    }
    case 'given_back': {
      const refund = refundByHand(booking.payment)!;
      const amount = formatRupees(refund.amount_paise / 100);
      return {
        fields: [
          {
            id: 'note',
            label: 'How it was given back',
            hint: `${amount}. The UPI or bank reference, or who took the cash.`,
            maxLength: 300,
            faultOf: atLeast(3, 'Say how: it stays with the booking'),
          },
        ],
        button: 'Given back',
        busy: 'Writing it down',
        apply: async ({ note = '' }) => {
          await finishRefund(refund.id, note);
          return `${amount} was given back`;
        },
      };
    }
    case 'late':
      return {
        fields: [
          {
            id: 'note',
            label: 'What happened',
            hint: 'The customer gets ₹100 credit, off this bill or off the next one.',
            maxLength: 300,
            faultOf: atLeast(3, 'Say what happened: it stays with the booking'),
          },
        ],
        button: 'Give ₹100 credit',
        busy: 'Writing it down',
        apply: async ({ note = '' }) => {
          await giveLateCredit(id, note);
          return `₹100 credit for booking ${number}`;
        },
      };
    default:
      return {
        fields: [
          {
            id: 'note',
            label: 'Note (optional)',
            hint:
              change === 'no_show'
                ? `From ${waitedUntil(booking)} on, 15 minutes after the booked time. It costs the customer ₹200, added to the next booking; nothing at the gate in weather mode, nothing when we missed the window by an hour.`
                : undefined,
            maxLength: 500,
            faultOf: () => undefined,
          },
        ],
        button: statusWord(change),
        busy: 'Saving',
        apply: async ({ note }) => {
          await setBookingStatus(id, change, note ? { note } : {});
          return `${named}: ${statusWord(change)}`;
        },
      };
  }
}
