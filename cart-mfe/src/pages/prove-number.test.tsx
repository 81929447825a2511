import type { FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { sessionAtom, store, writeStored } from '@twostroke/shared/state';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { proofStorageKey } from '../model/number-proof.ts';
import { bookingBackend, startWith, token } from '../testing/booking-fixtures.ts';
import * as page from './book-service.tsx';

const RPC = 'POST /rest/v1/rpc/prove_number';
const code = '7KQ0X2M4ZD';
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Confirm and open the booking' }));

/** Opens an address on a phone that has no account. */
function open(url: string, answer: FakeAnswer = { body: { manage_token: token } }) {
  const backend = bookingBackend();
  backend.answer(RPC, () => answer);
  const slotHost = {
    prefetch: jest.fn(),
    render: ({ name, props }: { name: string; props: object }) => (
      <div data-testid={name}>{'manageToken' in props && String(props.manageToken)}</div>
    ),
  };
  return { backend, ...renderPage(page, { path: '/book-service', url, slotHost }) };
}
const kept = (): { secret: string; until: number } | null =>
  JSON.parse(window.localStorage.getItem(proofStorageKey) ?? 'null') as { secret: string; until: number } | null;

beforeEach(() => {
  window.localStorage.clear();
  store.set(sessionAtom, { status: 'signed-out' });
  startWith();
});

test('opening the link says what the press does, and sends nothing', async () => {
  const { backend } = open(`/book-service?${code}`);
  const title = await screen.findByRole('heading', { level: 1, name: 'Confirm your number' });
  expect(document.activeElement).toBe(title);
  expect(screen.getByText(/we send reminders and news of its bookings by SMS/)).toBeTruthy();
  expect(screen.getByText(/You did not book with us\? Do not press/)).toBeTruthy();
  expect(screen.getByRole('link', { name: '90000 00010' }).getAttribute('href')).toBe('tel:+919000000010');
  expect(backend.callsOf(RPC)).toEqual([]);
  expect(kept()).toBeNull();
});

test('the press opens the booking; the code leaves the address and the history', async () => {
  const { backend, router } = open(`/book-service?${code}`);
  await press();
  expect((await screen.findByTestId('customer-booking')).textContent).toBe(token);
  expect(router.state.location).toMatchObject({ pathname: '/book-service', search: '', hash: `#manage=${token}` });
  expect(router.state.historyAction).toBe('REPLACE');
  const { secret, until } = kept()!;
  expect(backend.callsOf(RPC).map(({ body }) => body)).toEqual([{ code, proof: secret }]);
  expect(Math.round((until - Date.now()) / 86_400_000)).toBe(90);
});

test('the link of an invoice opens it after the press', async () => {
  const { router } = open(`/book-service?${code}&invoice`);
  await press();
  await screen.findByTestId('customer-booking');
  expect(router.state.location).toMatchObject({ search: '', hash: `#manage=${token}&invoice` });
});

test('a secret that this browser has stays, and proves this number too', async () => {
  const secret = 'ab'.repeat(32);
  writeStored(proofStorageKey, { secret, until: Date.now() + 1000 });
  const { backend } = open(`/book-service?${code}`);
  await press();
  await screen.findByTestId('customer-booking');
  expect(backend.callsOf(RPC)[0]?.body).toEqual({ code, proof: secret });
  expect(kept()?.secret).toBe(secret);
});

test.each([`?${code}=`, `?${code}&utm_source=sms`, `?${code.toLowerCase()}`])(
  'an address that a program has appended to is understood: %s',
  async (search) => {
    open(`/book-service${search}`);
    await screen.findByRole('heading', { level: 1, name: 'Confirm your number' });
  },
);

test.each(['?step=place', '?7KQ0X2M4Z', `?${code}9`, '?fbclid=7KQ0X2M4ZD'])(
  'another query opens the steps of a booking: %s',
  async (search) => {
    open(`/book-service${search}`);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull());
    expect(screen.queryByRole('heading', { name: 'Confirm your number' })).toBeNull();
  },
);

test('an unknown code offers the phone, and the sign-in that proves the number as well', async () => {
  open(`/book-service?${code}`, rejected(404, 'unknown_code'));
  await press();
  await screen.findByRole('heading', { level: 1, name: 'We do not know this link' });
  expect(screen.getByText(/ask us for a new message/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call 90000 00010' })).toBeTruthy();
  const signIn = screen.getByRole('link', { name: 'Sign in with your number' });
  expect(signIn.getAttribute('href')).toBe('/auth?returnTo=%2Fmy-bookings');
  expect(kept()).toBeNull();
});

test('after a failure the same button tries again', async () => {
  const { backend } = open(`/book-service?${code}`, { status: 503, body: {} });
  await press();
  expect((await screen.findByRole('alert')).textContent).toMatch(/check the connection and try again/);
  backend.answer(RPC, () => ({ body: { manage_token: token } }));
  await press();
  await screen.findByTestId('customer-booking');
});
