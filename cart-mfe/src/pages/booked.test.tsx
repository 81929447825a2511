import { renderPage } from '@twostroke/shared/testing/render-page';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { booking, bookingBackend, startWith, token } from '../testing/booking-fixtures.ts';
import * as page from './book-service.tsx';

const GET = 'POST /rest/v1/rpc/get_booking';
const open = (hash: string) => ({
  user: userEvent.setup(),
  ...renderPage(page, { path: '/book-service', url: `/book-service${hash}` }),
});

beforeEach(() => startWith());

test('the link shows the booking, and its token is in no address', async () => {
  const backend = bookingBackend();
  open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });
  expect(screen.getByText('No. 4f9c21ab')).toBeTruthy();
  expect(screen.getByText(/11.am – 1.pm/, { selector: 'dd' })).toBeTruthy();
  expect(screen.getByText('MH 12 ZZ 0042')).toBeTruthy();
  expect(screen.getByText(/Free to cancel until 9.am on Sat 21.Nov/)).toBeTruthy();
  expect(backend.callsOf(GET)[0]?.body).toEqual({ manage_token: token });
  for (const { path, query } of backend.calls) expect(`${path}?${query}`).not.toContain(token);
});

test.each(['#manage=', '#manage=cut-off', `#manage=${'b'.repeat(64)}`])(
  '%s: a clear panel with a way on',
  async (hash) => {
    bookingBackend({ [GET]: { status: 404, body: { code: 'PT404', message: 'Not found.', hint: 'not_found' } } });
    open(hash);
    await screen.findByRole('heading', { level: 1, name: 'We could not find this booking' });
    expect(screen.getByRole('link', { name: 'Book a service' }).getAttribute('href')).toBe('/book-service');
    expect(screen.getByRole('link', { name: /Call/ })).toBeTruthy();
  },
);

test('a backend that does not answer is asked again', async () => {
  let broken = true;
  bookingBackend({ [GET]: () => (broken ? { status: 503, body: { message: 'down' } } : { body: booking }) });
  const { user } = open(`#manage=${token}`);
  await screen.findByText('We could not load your booking');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
});

test('cancelling asks first and then says so', async () => {
  let status = 'confirmed';
  const backend = bookingBackend({
    [GET]: () => ({ body: { ...booking, status, can_cancel: status === 'confirmed' } }),
    'POST /rest/v1/rpc/cancel_booking': () => {
      status = 'cancelled';
      return { body: { status } };
    },
  });
  const { user } = open(`#manage=${token}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel this booking?' }));
  await user.click(dialog.getByRole('button', { name: 'Yes, cancel it' }));
  await screen.findByRole('heading', { level: 1, name: 'This booking is cancelled.' });
  expect(screen.getByText('Your booking is now: Cancelled')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/cancel_booking')[0]?.body).toEqual({
    booking: booking.id,
    manage_token: token,
  });
});

test('too late to cancel says whom to call', async () => {
  const message = 'It is less than 2 hours to your time. Please call us on 90000 00010.';
  bookingBackend({ 'POST /rest/v1/rpc/cancel_booking': { status: 409, body: { message, hint: 'too_late' } } });
  const { user } = open(`#manage=${token}`);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test('coming back to the tab asks for the status again', async () => {
  let status = 'confirmed';
  bookingBackend({ [GET]: () => ({ body: { ...booking, status } }) });
  open(`#manage=${token}`);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  status = 'assigned';
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await screen.findByText('Your booking is now: Mechanic assigned')).toBeTruthy();
});
