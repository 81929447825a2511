import { setBookingFee } from '@twostroke/shared/api/bookings';
import {
  confirmPayment,
  finishRefund,
  giveLateCredit,
  recordPayment,
  rejectClaim,
} from '@twostroke/shared/api/payments';
import { formatRupees } from '@twostroke/shared/domain/money';
import { messages } from '../../messages.ts';
import { atLeast, optionalNote, validateRupees, type ChangeFormSpec } from './change-form-spec.ts';
import { withFreshSignIn } from '../../model/fresh-sign-in.ts';
import { refundByHand, upiToCheck } from './money-to-do.ts';
import type { AdminBooking } from './read-booking.ts';

/** The payment actions of a booking. */
export type MoneyChange = keyof typeof moneyChanges;

export const moneyChanges = {
  /** Overrides the computed fee. */
  fee: changeFee,
  /** Cash was received. */
  cash: receiveCash,
  /** A card was charged on the shop's terminal. */
  card: receiveCard,
  /** A UPI payment that the customer reported has arrived. */
  upi_seen: (booking: AdminBooking) => checkUpiClaim(booking, true),
  /** It has not. */
  upi_missing: (booking: AdminBooking) => checkUpiClaim(booking, false),
  /** A refund that no gateway makes. */
  given_back: recordRefund,
  /** The credit for a missed window. */
  late: creditForLate,
};

function changeFee({ id, number, fee: former }: AdminBooking): ChangeFormSpec {
  return {
    fields: [
      {
        id: 'fee',
        label: 'Fee in rupees',
        hint: `Now ${formatRupees(former)}.`,
        numeric: true,
        maxLength: 5,
        start: 0,
        errorOf: validateRupees,
      },
      { id: 'note', label: 'Why', maxLength: 500, errorOf: atLeast(3, messages.fee_note) },
    ],
    button: 'Change the fee',
    busy: 'Changing',
    apply: async ({ fee, note = '' }) => {
      await withFreshSignIn(() => setBookingFee(id, Number(fee), note));
      return `The fee of booking ${number} is ${formatRupees(Number(fee))}`;
    },
  };
}

function receiveCash({ id, number, payment: { due } }: AdminBooking): ChangeFormSpec {
  return {
    fields: [
      {
        id: 'amount',
        label: 'Cash in rupees',
        hint: `${formatRupees(due)} is due.`,
        numeric: true,
        maxLength: 6,
        start: due,
        errorOf: validateRupees,
      },
      optionalNote(300),
    ],
    button: 'Cash received',
    busy: 'Writing it down',
    apply: async ({ amount, note }) => {
      await recordPayment(id, { method: 'cash', amount: Number(amount), note });
      return `${formatRupees(Number(amount))} in cash for booking ${number}`;
    },
  };
}

function receiveCard({ id, number, payment: { due } }: AdminBooking): ChangeFormSpec {
  return {
    fields: [
      {
        id: 'amount',
        label: 'Charged in rupees',
        hint: `${formatRupees(due)} is due. Charge the card on the terminal first.`,
        numeric: true,
        maxLength: 6,
        start: due,
        errorOf: validateRupees,
      },
      {
        id: 'terminal_reference',
        label: 'Approval code',
        hint: 'From the slip of the terminal. Never the card number.',
        isCode: true,
        maxLength: 30,
        errorOf: validateApprovalCode,
      },
      optionalNote(300),
    ],
    button: 'Card received',
    busy: 'Writing it down',
    apply: async ({ amount, terminal_reference = '', note }) => {
      await recordPayment(id, { method: 'card', amount: Number(amount), terminal_reference, note });
      return `${formatRupees(Number(amount))} by card for booking ${number}`;
    },
  };
}

/** As the database reads it: without spaces and hyphens. */
function validateApprovalCode(value: string): string | undefined {
  const code = value.replaceAll(/[\s-]/g, '');
  if (code.replaceAll(/\D/g, '').length >= 12) return messages.card_number;
  return /^[a-z\d]{4,20}$/i.test(code) ? undefined : messages.terminal_reference;
}

function checkUpiClaim(booking: AdminBooking, seen: boolean): ChangeFormSpec {
  const payment = upiToCheck(booking.payment)!;
  const amount = formatRupees(payment.amount_paise / 100);
  const hint = `${amount}, reference ${payment.reference}`;
  const forCustomer = {
    id: 'note',
    label: 'What the customer reads',
    hint,
    maxLength: 300,
    errorOf: atLeast(3, 'Say what you looked for: the customer reads it'),
  };
  return {
    fields: [seen ? optionalNote(300, { hint }) : forCustomer],
    button: seen ? 'The money is there' : 'It is not there',
    busy: 'Writing it down',
    stop: !seen,
    apply: async ({ note = '' }) => {
      await (seen ? confirmPayment(payment.id, note) : rejectClaim(payment.id, note));
      return seen
        ? `${amount} by UPI is confirmed`
        : `${amount} by UPI is marked as not received; the customer reads your note on the booking page`;
    },
  };
}

function recordRefund(booking: AdminBooking): ChangeFormSpec {
  const refund = refundByHand(booking.payment)!;
  const amount = formatRupees(refund.amount_paise / 100);
  const paidWith = booking.payment.payments.find(({ id }) => id === refund.payment_id);
  return {
    fields: [
      {
        id: 'note',
        label: 'How it was given back',
        hint: paidWith?.terminal_reference
          ? `${amount}. Refund it on the terminal first (approval code ${paidWith.terminal_reference}), then enter the code of that slip.`
          : `${amount}. The UPI or bank reference, or who took the cash.`,
        maxLength: 300,
        errorOf: atLeast(3, 'Say how: it stays with the booking'),
      },
    ],
    button: 'Given back',
    busy: 'Writing it down',
    apply: async ({ note = '' }) => {
      await withFreshSignIn(() => finishRefund(refund.id, note));
      return `${amount} was given back`;
    },
  };
}

function creditForLate({ id, number, shop }: AdminBooking): ChangeFormSpec {
  const credit = `${formatRupees(shop.late_credit)} credit`;
  return {
    fields: [
      {
        id: 'note',
        label: 'What happened',
        hint: `The customer gets ${credit}, off this bill or off the next one.`,
        maxLength: 300,
        errorOf: atLeast(3, 'Say what happened: it stays with the booking'),
      },
    ],
    button: `Give ${credit}`,
    busy: 'Writing it down',
    apply: async ({ note = '' }) => {
      await withFreshSignIn(() => giveLateCredit(id, note));
      return `${credit} for booking ${number}`;
    },
  };
}
