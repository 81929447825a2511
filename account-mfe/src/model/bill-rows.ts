import type { BookingDetails } from '@twostroke/shared/api/bookings';
import type { BookingPayment } from '@twostroke/shared/api/payments';
import { dueLines } from '@twostroke/shared/domain/dues';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { Sum } from '@twostroke/shared/ui/sums';

type BilledBooking = Pick<
  BookingDetails,
  'status' | 'items' | 'discount' | 'coupon_code' | 'estimated_price' | 'final_price' | 'fee'
>;

/**
 * What a booking costs, line by line.
 * @param payment undefined when it could not be read: then only what was booked or billed is known
 */
export function billRows(
  booking: BilledBooking,
  payment: Pick<BookingPayment, 'work' | 'total' | 'fee_off' | 'carried' | 'credit'> | undefined,
): Sum[] {
  const work = payment?.work ?? booking.final_price;
  const feeOff = payment?.fee_off ?? 0;
  const change = (work ?? booking.estimated_price) - booking.estimated_price + feeOff;
  const dues = payment ? dueLines(payment) : [];
  return [
    ...booking.items.map(({ name, quantity, price }) => ({
      label: quantity > 1 ? `${quantity} × ${name}` : name,
      value: formatRupees(price),
    })),
    ...(booking.discount > 0 ? [row(`Coupon ${booking.coupon_code}`, -booking.discount)] : []),
    ...(change !== 0 ? [row(change > 0 ? 'Extra work' : 'Taken off', change)] : []),
    ...(feeOff > 0 ? [row('The fee, off the repair', -feeOff)] : []),
    work === null
      ? { ...row('Price when booked, GST included', booking.estimated_price), total: true }
      : { ...row('Total, GST included', work), total: true },
    ...(booking.fee > 0 ? [row(feeLabel(booking), booking.fee)] : []),
    ...dues.map(({ label, rupees }) => row(label, rupees)),
    ...(payment && dues.length > 0 ? [{ ...row('All together', payment.total), total: true }] : []),
  ];
}

function row(label: string, rupees: number): Sum {
  return { label, value: formatRupees(rupees) };
}

function feeLabel({ status }: Pick<BookingDetails, 'status'>): string {
  return status === 'no_show' ? 'No-show fee' : 'Fee for changing late';
}
