import { renderPage } from '@twostroke/shared/testing/render-page';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Component as CustomerBooking } from '../slots/customer-booking.tsx';

/** The request that reads a booking. */
export const GET_BOOKING = 'POST /rest/v1/rpc/get_booking';

/** Opens the page that places the slot, at the address of this token. @param opensInvoice the link is that of the invoice */
export function openBooking(manageToken: string, receipt: ReactNode = null, opensInvoice = false) {
  const rendered = renderPage(
    { Component: () => <CustomerBooking manageToken={manageToken} receipt={receipt} opensInvoice={opensInvoice} /> },
    { path: '/book-service', url: `/book-service#manage=${manageToken}` },
  );
  return { user: userEvent.setup(), ...rendered };
}
