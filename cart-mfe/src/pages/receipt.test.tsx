import { paths } from '@twostroke/shared/contracts/paths';
import type { SlotFallback, SlotHost } from '@twostroke/shared/state';
import { fill } from '@twostroke/shared/testing/fill';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { receiptState } from '../model/receipt-state.ts';
import { bookingBackend, finishedDraft, fullCart, receipt, startWith, token } from '../testing/booking-fixtures.ts';
import * as page from './book-service.tsx';

const made = { ...receipt, status: 'confirmed' as const, pay_by: 'after_service' as const, pay_until: null };
const title = () => screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });

/** Opens a booking's link with the history state of the last step. `render` stands for the booking's slot. */
function open(render: SlotHost['render'], state: unknown = receiptState(made)) {
  bookingBackend();
  const prefetch = jest.fn();
  const slotHost = { render, prefetch };
  const view = renderPage(page, { path: '/book-service', slotHost });
  return { ...view, prefetch, arrive: () => act(() => view.router.navigate(paths.manageBooking(token), { state })) };
}
const showing =
  (state: SlotFallback): SlotHost['render'] =>
  ({ fallback }) =>
    fallback(state);

beforeEach(() => startWith());

test('the account remote gets token and receipt and shows the booking in the slot', async () => {
  const { arrive } = open(({ name, props }) => (
    <div data-testid={name}>
      {'manageToken' in props && props.manageToken}
      {'receipt' in props && props.receipt}
    </div>
  ));
  await arrive();
  expect((await screen.findByTestId('customer-booking')).textContent).toContain(token);
  await title();
  expect(screen.queryByRole('link', { name: /Call/ })).toBeNull();
});

test('the link of an invoice has the token of its booking', async () => {
  const { router } = open(({ name, props }) => (
    <div data-testid={name}>{'manageToken' in props && `${props.manageToken} ${String(props.opensInvoice)}`}</div>
  ));
  await act(() => router.navigate(`/book-service#manage=${token}&invoice`));
  expect((await screen.findByTestId('customer-booking')).textContent).toBe(`${token} true`);
});

test('shows the receipt while the booking loads', async () => {
  const { arrive } = open(showing({ status: 'loading' }));
  await arrive();
  await title();
  expect(screen.getByText('No. 4f9c21ab')).toBeTruthy();
  expect(screen.getByText('Loading your booking')).toBeTruthy();
});

test('without the account remote the receipt stays, with the phone number and a retry', async () => {
  const retry = jest.fn();
  const { arrive } = open(showing({ status: 'failed', attempts: 1, thrown: false, retry, reload: jest.fn() }));
  await arrive();
  expect(document.activeElement).toBe(await title());
  expect(screen.getByText('No. 4f9c21ab')).toBeTruthy();
  expect(screen.getByText(/11.am – 1.pm/)).toBeTruthy();
  expect(screen.getByText('₹2,048')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call 90000 00010' }).getAttribute('href')).toBe('tel:+919000000010');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
});

test('after two failures the retry fetches without any cache', async () => {
  const reload = jest.fn();
  const { arrive } = open(showing({ status: 'failed', attempts: 2, thrown: false, retry: jest.fn(), reload }));
  await arrive();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['nothing', null],
  ['something else', { booked: true }],
  ['a damaged receipt', { receipt: { number: 7 } }],
  ['a receipt without a day', { receipt: { ...made, booking_date: 'soon' } }],
])('a link opened later shows the phone number and no receipt (history state: %s)', async (_, state) => {
  const { arrive } = open(showing({ status: 'vacant' }), state);
  await arrive();
  await screen.findByRole('heading', { level: 1, name: 'This page is closed for the moment' });
  expect(screen.getByRole('link', { name: 'Call 90000 00010' })).toBeTruthy();
  expect(screen.queryByText('No. 4f9c21ab')).toBeNull();
});

test('an unpaid booking says that its payment is pending', async () => {
  const { arrive } = open(showing({ status: 'vacant' }), receiptState({ ...made, status: 'pending_payment' }));
  await arrive();
  await screen.findByRole('heading', { level: 1, name: 'Pay to confirm your booking' });
});

/** The last step with this name, and what the slot of the booking is asked for. */
function openCheck(name: string) {
  const draft = finishedDraft();
  startWith(fullCart, { ...draft, details: { ...draft.details, name } });
  const backend = bookingBackend({ [CREATE]: { body: { ...receipt, booking: { number: '4f9c21ab' } } } });
  const made = jest.fn();
  const prefetch = jest.fn();
  const render: SlotHost['render'] = ({ props, fallback }) => {
    if ('made' in props) made(props.made);
    return fallback({ status: 'loading' });
  };
  const view = renderPage(page, {
    path: '/book-service',
    url: '/book-service?step=check',
    slotHost: { render, prefetch },
  });
  return { ...view, backend, made, prefetch };
}
const CREATE = 'POST /rest/v1/rpc/create_booking';

test('prefetches the booking slot once the details are complete, before the press', async () => {
  const { backend, prefetch } = openCheck('');
  await userEvent.click(await screen.findByRole('button', { name: 'Book for ₹2,048' }));
  expect(screen.getAllByText('Enter your name')).not.toEqual([]);
  expect(prefetch).not.toHaveBeenCalled();
  await fill(screen.getByLabelText('Name'), 'Asha Kulkarni');
  await waitFor(() => expect(prefetch).toHaveBeenCalledWith('customer-booking'));
  expect(backend.callsOf(CREATE)).toEqual([]);
});

test('the booking that was made is handed to its page, once', async () => {
  const { made, router } = openCheck('Asha Kulkarni');
  await userEvent.click(await screen.findByRole('button', { name: 'Book for ₹2,048' }));
  await title();
  expect(made).toHaveBeenCalledWith({ number: '4f9c21ab' });
  expect(JSON.stringify(router.state.location.state)).not.toContain('"booking"');
  await act(() => router.navigate(paths.bookService()));
  await act(() => router.navigate(paths.manageBooking(token)));
  await screen.findByText('Loading your booking');
  expect(made).toHaveBeenLastCalledWith(null);
});
