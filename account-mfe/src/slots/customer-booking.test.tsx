import { rejected } from '@twostroke/shared/testing/fake-backend';
import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { issuedInvoice } from '../testing/issued-invoice.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { BookingDetails } from '@twostroke/shared/api/bookings';
import { forgetQueries } from '@twostroke/shared/api/use-query';
import { booking, bookingBackend, token } from '../testing/booking-fixtures.ts';
import { GET_BOOKING, openBooking } from '../testing/open-customer-booking.tsx';

beforeEach(() => forgetQueries());

test('the link shows the booking, and its token is in no request URL', async () => {
  const backend = bookingBackend();
  openBooking(token);
  await screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });
  expect(screen.getByText('No. 4f9c21ab')).toBeTruthy();
  expect(screen.getByText(/11.am – 1.pm/, { selector: 'dd' })).toBeTruthy();
  expect(screen.getByText('A mechanic is assigned')).toBeTruthy();
  expect(screen.getByText('MH 12 ZZ 0042')).toBeTruthy();
  expect(screen.getByText(/Free to cancel or move until 9.am on Sat 21.Nov/)).toBeTruthy();
  expect(backend.callsOf(GET_BOOKING)[0]?.body).toEqual({ manage_token: token });
  for (const { path, query } of backend.calls) expect(`${path}?${query}`).not.toContain(token);
});

test('a booking that was just made is not read again, but after a change it is', async () => {
  const backend = bookingBackend();
  openBooking(token, null, false, booking as unknown as BookingDetails);
  await screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });
  expect(backend.callsOf(GET_BOOKING)).toEqual([]);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(backend.callsOf(GET_BOOKING)).toHaveLength(1));
});

test('the bike stands beside its stamp, and only where there is one', async () => {
  bookingBackend();
  const { unmount } = openBooking(token);
  const head = (await screen.findByRole('heading', { level: 1, name: /^Booked/ })).parentElement!;
  await waitFor(() => expect(head.querySelector('svg')).toBeTruthy());
  unmount();
  bookingBackend({ [GET_BOOKING]: { body: { ...booking, status: 'in_service' } } });
  openBooking(token);
  await screen.findByText('A mechanic is assigned');
  await waitFor(() => expect(document.querySelector('svg[class*=bike]')).toBeTruthy());
  expect(screen.getByRole('heading', { level: 1 }).parentElement!.querySelector('svg')).toBeNull();
});

test('an unpaid booking shows its payment deadline and can switch to paying later', async () => {
  let status = 'pending_payment';
  const backend = bookingBackend({
    [GET_BOOKING]: () => ({
      body: {
        ...booking,
        status,
        payment: buildPayment(
          status === 'pending_payment'
            ? { method: 'online', seconds_left: 840, pay_until: '2026-11-20T05:00:00Z' }
            : {},
        ),
      },
    }),
    'POST /rest/v1/rpc/pay_after_service': () => {
      status = 'confirmed';
      return { body: {} };
    },
  });
  const { user } = openBooking(token);
  await screen.findByRole('heading', { level: 1, name: 'Pay to confirm your booking' });
  expect(screen.getByText(/kept for 14 minutes more/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay ₹2,048 by card or net banking' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /by UPI/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pay after the service instead' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(backend.callsOf('POST /rest/v1/rpc/pay_after_service')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
  });
});

test('a no-show fee and a credit are listed below the unchanged price', async () => {
  const payment = buildPayment({ due: 2148, total: 2148, carried: [{ number: '7b1d04c2', amount: 200 }], credit: 100 });
  bookingBackend({ [GET_BOOKING]: { body: { ...booking, payment } } });
  openBooking(token);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  const rowOf = (label: string) => screen.getByText(label).parentElement?.textContent;
  expect(rowOf('Total, GST included')).toBe('Total, GST included₹2,048');
  expect(rowOf('Fee of missed booking 7b1d04c2')).toBe('Fee of missed booking 7b1d04c2₹200');
  expect(rowOf('Credit from us')).toMatch(/^Credit from us[-−]₹100$/);
  expect(rowOf('All together')).toBe('All together₹2,148');
  expect(screen.getByText('₹2,048 for the work').parentElement?.textContent).toContain('₹2,148');
  expect(screen.getByRole('region', { name: 'Payment' }).textContent).toBe('To pay after: ₹2,148. Pay now');
});

test('the handover code and its purpose are shown until the bike is returned', async () => {
  let shown: typeof booking = { ...booking, mode: 'pickup' };
  bookingBackend({ [GET_BOOKING]: () => ({ body: shown }) });
  const { unmount } = openBooking(token);
  const code = within(await screen.findByRole('region', { name: 'Handover code' }));
  expect(code.getAllByText(/^\d$/).map(({ textContent }) => textContent)).toEqual(['4', '8', '2', '1']);
  expect(
    code.getByText(
      'Say this code when we take your bike and when you get it back. A person who hands over the bike for you needs it.',
    ),
  ).toBeTruthy();
  unmount();
  shown = { ...booking, status: 'cancelled', handover_code: null };
  openBooking(token);
  await screen.findByRole('heading', { level: 1, name: 'This booking is cancelled.' });
  expect(screen.queryByRole('region', { name: 'Handover code' })).toBeNull();
});

test('the job card can be opened once the bike is ready; it gives reasons for skipped lines', async () => {
  const line = {
    ...{ line: 1, group_name: 'Brakes', label: 'Front brake adjusted', done_at: '2026-11-21T06:00:00Z' },
    ...{ is_concern: false, answer: null, answer_note: null },
  };
  const checklist = [
    { ...line, not_needed: null },
    { ...line, line: 2, label: 'Calliper pins greased', not_needed: 'Drum brakes' },
    {
      ...{ ...line, line: 3, group_name: 'Told by the customer', label: 'It squeals', not_needed: null },
      ...{ is_concern: true, answer: 'not_found', answer_note: 'Quiet on a test ride' },
    },
  ];
  bookingBackend({ [GET_BOOKING]: { body: { ...booking, status: 'ready', checklist } } });
  openBooking(token);
  const done = within((await screen.findByText('What was done')).closest('details')!);
  expect(done.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'Answered: It squealsNot found. Quiet on a test ride',
    'Done: Front brake adjusted',
    'Not needed: Calliper pins greasedDrum brakes',
  ]);
});

test('a guest learns that signing in with the same number brings this booking into their list', async () => {
  bookingBackend();
  openBooking(token);
  const link = await screen.findByRole('link', { name: 'Sign in' });
  expect(link.getAttribute('href')).toBe('/auth?returnTo=%2Fmy-bookings');
  expect(link.parentElement?.textContent).toContain(
    'Sign in with the mobile number of this booking, and it is in your list too.',
  );
});

test('a booking without dues has no lines for them', async () => {
  bookingBackend();
  openBooking(token);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(screen.queryByText('All together')).toBeNull();
});

test('a missed booking shows its fee and says that it is added to the next booking', async () => {
  const missed = { ...booking, status: 'no_show', fee: 200, closed_at: '2026-11-21T08:00:00Z' };
  bookingBackend({ [GET_BOOKING]: { body: { ...missed, payment: buildPayment({ due: 200 }) } } });
  openBooking(token);
  await screen.findByRole('heading', { level: 1, name: 'This booking is over.' });
  expect(screen.getByText('No-show fee').parentElement?.textContent).toContain('₹200');
  expect(screen.getByText(/It is added to your next booking, or pay it now/)).toBeTruthy();
});

test('back from the page of the gateway, a toast says that it is paid, once', async () => {
  sessionStorage.setItem('twostroke.paying', booking.id);
  const paid = { ...booking, payment: buildPayment({ status: 'paid', method: 'online', paid: 2048, due: 0 }) };
  bookingBackend({ [GET_BOOKING]: { body: paid } });
  const { unmount } = openBooking(token);
  const toasts = () => within(screen.getByRole('region', { name: /^Notifications/ })).queryAllByText('₹2,048 is paid');
  await waitFor(() => expect(toasts()).toHaveLength(1));
  unmount();
  forgetQueries();
  openBooking(token);
  await screen.findByText('₹2,048 is paid.');
  expect(sessionStorage.getItem('twostroke.paying')).toBeNull();
});

test('the model year is shown with the bike and on the invoice', async () => {
  bookingBackend({
    [GET_BOOKING]: {
      body: {
        ...booking,
        model_year: 2021,
        status: 'completed',
        final_price: 2048,
        payment: buildPayment({ status: 'paid', paid: 2048, due: 0 }),
      },
    },
    'POST /rest/v1/rpc/get_invoice': { body: { ...issuedInvoice, model_year: 2021 } },
  });
  const { user } = openBooking(token);
  expect(await screen.findByText('2021 model')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Invoice' }));
  expect((await screen.findByText('Model year')).nextElementSibling?.textContent).toBe('2021');
});

test.each(['', 'cut-off', 'b'.repeat(64)])('%j shows a panel with what to do next', async (manageToken) => {
  bookingBackend({ [GET_BOOKING]: rejected(404, 'not_found') });
  openBooking(manageToken);
  await screen.findByRole('heading', { level: 1, name: 'We could not find this booking' });
  expect(screen.getByRole('link', { name: 'Book a service' }).getAttribute('href')).toBe('/book-service');
  expect(screen.getByRole('link', { name: /Call/ })).toBeTruthy();
});

test('retries when the backend does not answer', async () => {
  let broken = true;
  bookingBackend({ [GET_BOOKING]: () => (broken ? { status: 503, body: { message: 'down' } } : { body: booking }) });
  const { user } = openBooking(token);
  await screen.findByText('We could not load your booking');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
});

test('returning to the tab reloads the status', async () => {
  let status = 'confirmed';
  bookingBackend({ [GET_BOOKING]: () => ({ body: { ...booking, status } }) });
  openBooking(token);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  status = 'assigned';
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await screen.findByText('Your booking is now: Mechanic assigned')).toBeTruthy();
});

describe('right after booking', () => {
  const receipt = <h1>Booked. No. 4f9c21ab</h1>;

  test('shows the receipt until the booking has loaded, then focuses its heading', async () => {
    bookingBackend();
    openBooking(token, receipt);
    expect(await screen.findByRole('heading', { level: 1, name: 'Booked. No. 4f9c21ab' })).toBeTruthy();
    const title = await screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });
    expect(document.activeElement).toBe(title);
    expect(screen.queryByRole('heading', { name: 'Booked. No. 4f9c21ab' })).toBeNull();
  });

  test('keeps the receipt when the booking fails to load', async () => {
    bookingBackend({ [GET_BOOKING]: { status: 503, body: { message: 'down' } } });
    openBooking(token, receipt);
    await screen.findByText('We could not load your booking');
    expect(screen.getByRole('heading', { level: 1, name: 'Booked. No. 4f9c21ab' })).toBeTruthy();
    expect(screen.getByText('Your booking is safe with us.')).toBeTruthy();
  });

  test('after too many requests says so, and that the booking is safe', async () => {
    bookingBackend({ [GET_BOOKING]: { status: 429, body: { message: 'slow down' } } });
    openBooking(token);
    expect(await screen.findByText(/^There were many requests .* Your booking is safe with us\.$/)).toBeTruthy();
  });

  test('a link opened later does not move the focus', async () => {
    bookingBackend();
    openBooking(token);
    await screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });
    expect(document.activeElement).toBe(document.body);
  });
});
