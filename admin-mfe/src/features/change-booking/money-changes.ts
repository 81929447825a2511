import { setBookingFee } from '@twostroke/shared/data/bookings';
import { confirmPayment, finishRefund, giveLateCredit, recordCash, rejectClaim } from '@twostroke/shared/data/payments';
import { formatRupees } from '@twostroke/shared/domain/money';
import { atLeast, optionalNote, rupeesFault, type ChangeAsked } from './change-asked.ts';
import { refundByHand, upiToCheck } from './money-to-do.ts';
import type { BookingDetail } from './read-booking.ts';

/** What can be done about the money of a booking. */
export type MoneyChange = keyof typeof moneyChanges;

export const moneyChanges = {
  /** Another fee than the clock made. */
  fee: changeFee,
  /** Cash was handed over. */
  cash: takeCash,
  /** A UPI payment that the customer told of is on the account. */
  upi_seen: (booking: BookingDetail) => settleUpi(booking, true),
  /** It is not. */
  upi_missing: (booking: BookingDetail) => settleUpi(booking, false),
  /** A refund that no gateway carries out. */
  given_back: giveBack,
  /** A credit for our being late. */
  late: creditForLate,
};

function changeFee({ id, number, fee: former }: BookingDetail): ChangeAsked {
  return {
    fields: [
      {
        id: 'fee',
        label: 'Fee in rupees',
        hint: `Now ${formatRupees(former)}.`,
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
}

function takeCash({ id, number, payment: { due } }: BookingDetail): ChangeAsked {
  return {
    fields: [
      {
        id: 'amount',
        label: 'Cash in rupees',
        hint: `${formatRupees(due)} is due.`,
        numeric: true,
        maxLength: 6,
        start: due,
        faultOf: rupeesFault,
      },
      optionalNote(300),
    ],
    button: 'Cash received',
    busy: 'Writing it down',
    apply: async ({ amount, note }) => {
      await recordCash(id, Number(amount), note);
      return `${formatRupees(Number(amount))} in cash for booking ${number}`;
    },
  };
}

function settleUpi(booking: BookingDetail, seen: boolean): ChangeAsked {
  const payment = upiToCheck(booking.payment)!;
  const amount = formatRupees(payment.amount_paise / 100);
  const hint = `${amount}, reference ${payment.reference}`;
  const forCustomer = {
    id: 'note',
    label: 'What the customer reads',
    hint,
    maxLength: 300,
    faultOf: atLeast(3, 'Say what you looked for: the customer reads it'),
  };
  return {
    fields: [seen ? optionalNote(300, { hint }) : forCustomer],
    button: seen ? 'The money is there' : 'It is not there',
    busy: 'Writing it down',
    stop: !seen,
    apply: async ({ note = '' }) => {
      await (seen ? confirmPayment(payment.id, note) : rejectClaim(payment.id, note));
      return seen ? `${amount} by UPI is confirmed` : `The customer is told that ${amount} by UPI did not come`;
    },
  };
}

function giveBack(booking: BookingDetail): ChangeAsked {
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

function creditForLate({ id, number }: BookingDetail): ChangeAsked {
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
}
