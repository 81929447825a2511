import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { renderPage } from '@twostroke/shared/testing/render-page';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Component as CustomerBooking } from '../slots/customer-booking.tsx';

/** The request that reads a booking. */
export const GET_BOOKING = 'POST /rest/v1/rpc/get_booking';

/**
 * Opens the page that places the slot, at the address of this token.
 * @param opensInvoice the link is that of the invoice
 * @param made the booking as it was answered when it was made
 */
export function openBooking(
  manageToken: string,
  receipt: ReactNode = null,
  opensInvoice = false,
  made: BookingDetails | null = null,
) {
  const props = { manageToken, receipt, opensInvoice, made };
  const rendered = renderPage(
    { Component: () => <CustomerBooking {...props} /> },
    { path: '/book-service', url: `/book-service#manage=${manageToken}` },
  );
  return { user: userEvent.setup(), ...rendered };
}
