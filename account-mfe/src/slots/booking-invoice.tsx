import type { BookingInvoiceSlotProps } from '@twostroke/shared/contracts/slots';
import { BookingInvoice } from '../features/read-invoice/booking-invoice.tsx';

/** For staff: the invoice of any booking. */
export function Component({ booking, back }: BookingInvoiceSlotProps) {
  return <BookingInvoice key={booking} bookingKey={{ booking }} isCompleted payment={undefined} back={back} />;
}
