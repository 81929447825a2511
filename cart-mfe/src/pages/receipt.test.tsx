import { paths } from '@twostroke/shared/contracts/paths';
import type { SlotFallback, SlotHost } from '@twostroke/shared/state';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { act, screen } from '@testing-library/react';
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

test('prefetches the booking slot while the booking is sent, not before', async () => {
  startWith(fullCart, finishedDraft());
  bookingBackend();
  const slotHost = { render: showing({ status: 'loading' }), prefetch: jest.fn() };
  renderPage(page, { path: '/book-service', url: '/book-service?step=check', slotHost });
  const button = await screen.findByRole('button', { name: 'Book for ₹2,048' });
  expect(slotHost.prefetch).not.toHaveBeenCalled();
  await userEvent.click(button);
  await title();
  expect(slotHost.prefetch).toHaveBeenCalledWith('customer-booking');
});
