import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { atShop, formatDay, formatTime } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';

/* What a message says of a booking, written out. */

export function itemWords({ items }: BookingDetails): string {
  return items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ');
}

export function priceWords({ status, estimated_price, fee, payment }: BookingDetails): string {
  const why = status === 'no_show' ? 'for a no-show' : 'for a late change';
  const late = fee > 0 ? ` and ${formatRupees(fee)} ${why}` : '';
  const { carried, credit } = payment;
  const dues = [
    ...carried.map(({ number, amount }) => `, plus ${formatRupees(amount)} for missed booking ${number}`),
    ...(credit > 0 ? [`, less ${formatRupees(credit)} credit`] : []),
  ];
  const all = dues.length > 0 ? `${dues.join('')}: ${formatRupees(payment.paid + payment.due)} in all` : '';
  const left = payment.due > 0 ? `, ${formatRupees(payment.paid)} paid, ${formatRupees(payment.due)} to pay` : ', paid';
  return `${formatRupees(estimated_price)} with GST${late}${all}${payment.paid > 0 ? left : ''}`;
}

/** Hours after the work in which a second look is free. */
const recheckHours = 48;

export function recheckWords({ closed_at }: BookingDetails): string {
  const done = closed_at === null ? Date.now() : Date.parse(closed_at);
  const { date, time } = atShop(new Date(done + recheckHours * 3_600_000));
  return `Not right? Call by ${formatTime(time)} on ${formatDay(date)}: the re-check is free.`;
}

export function askedWords({ extra_work, item_question: question }: BookingDetails): string[] {
  if (question) {
    const added = question.lines.filter(({ is_new }) => is_new).map(({ name }) => name);
    return [`${added.join(', ')}: ${formatRupees(question.total)} in all, ${formatRupees(question.rise)} more`];
  }
  return extra_work
    .filter(({ status }) => status === 'proposed')
    .map(({ name, reason, price }) => `${name}, ${formatRupees(price)} (${reason})`);
}

/** The reason, the fee, and the refund. */
export function endWords({ status, cancelled_by, cancel_reason, fee, payment }: BookingDetails): string[] {
  const { credit_given: credit } = payment;
  const missed = payment.due > 0 ? ' It is added to your next booking.' : '';
  const back = payment.refunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0) / 100;
  return [
    ...(cancelled_by === 'shop' && cancel_reason ? [`The reason: ${cancel_reason.replace(/\.?$/, '.')}`] : []),
    fee === 0
      ? 'It costs you nothing.'
      : status === 'no_show'
        ? `The fee is ${formatRupees(fee)}.${missed}`
        : `The fee for the late change is ${formatRupees(fee)}.`,
    ...(back > 0
      ? [
          `You get ${formatRupees(back)} back within ${payment.refund_days.from}–${payment.refund_days.to} working days.`,
        ]
      : []),
    ...(credit && !credit.used_by
      ? [`You get ${formatRupees(credit.amount)} credit, taken off your next booking.`]
      : []),
  ];
}
