import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { dueLines, type Dues } from '@twostroke/shared/domain/dues';
import { agreedExtra } from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { Sum } from '@twostroke/shared/ui/sums';
import { isClosed } from './booking.ts';

type BilledBooking = Pick<
  BookingDetails,
  'status' | 'items' | 'discount' | 'coupon_code' | 'estimated_price' | 'final_price' | 'fee' | 'extra_work'
>;

/** Rupees of the work: the bill, or the estimate with the extra work that was agreed meanwhile. */
export function workTotal(booking: BilledBooking): number {
  const { final_price, estimated_price, extra_work } = booking;
  return final_price ?? estimated_price + (isClosed(booking) ? 0 : agreedExtra(extra_work));
}

/** Rupees of the work and its fee, with no-show fees and credits from other bookings of the same phone number. */
export function bookingTotal(booking: BilledBooking, dues: Pick<Dues, 'carried' | 'credit'>): number {
  return dueLines(dues).reduce((sum, { rupees }) => sum + rupees, workTotal(booking) + booking.fee);
}

/**
 * What a booking costs, line by line.
 * @param dues fees of missed bookings and credits; undefined when they could not be read
 */
export function billRows(booking: BilledBooking, dues: Pick<Dues, 'carried' | 'credit'> | undefined): Sum[] {
  const total = workTotal(booking);
  const change = total - booking.estimated_price;
  const others = dues ? dueLines(dues) : [];
  return [
    ...booking.items.map(({ name, quantity, price }) => ({
      label: quantity > 1 ? `${quantity} × ${name}` : name,
      value: formatRupees(price),
    })),
    ...(booking.discount > 0 ? [row(`Coupon ${booking.coupon_code}`, -booking.discount)] : []),
    ...(change !== 0 ? [row(change > 0 ? 'Extra work' : 'Taken off', change)] : []),
    { ...row('Total, GST included', total), total: true },
    ...(booking.fee > 0 ? [row(feeLabel(booking), booking.fee)] : []),
    ...others.map(({ label, rupees }) => row(label, rupees)),
    ...(dues && others.length > 0 ? [{ ...row('All together', bookingTotal(booking, dues)), total: true }] : []),
  ];
}

function row(label: string, rupees: number): Sum {
  return { label, value: formatRupees(rupees) };
}

function feeLabel({ status }: Pick<BookingDetails, 'status'>): string {
  return status === 'no_show' ? 'No-show fee' : 'Fee for changing late';
}
