import type { BookingInvoiceSlotProps } from '@twostroke/shared/contracts/slots';
import { BookingInvoice } from '../features/read-invoice/booking-invoice.tsx';

/** For staff: the invoice of any booking, or the vouchers before it. */
export function Component({ booking, beforeInvoice = false, back }: BookingInvoiceSlotProps) {
  const about = { bookingKey: { booking }, isCompleted: !beforeInvoice, payment: undefined };
  return <BookingInvoice key={booking} {...about} back={back} />;
}
