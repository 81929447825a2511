import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { forgetCall } from '../features/book-for-caller/use-call.ts';
import { open, shop } from '../testing/open-admin.tsx';
import { answerCalls, bodies } from '../testing/open-caller.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

const FIND = 'POST /rest/v1/rpc/find_in_office';

const found = {
  ...{ id: 'b9', number: '4f9c21ab', status: 'confirmed', customer_name: 'Asha Kulkarni', phone: '+919000000012' },
  ...{ bike_name: 'Classic 350', vehicle_number: 'MH12ZZ0042', mode: 'doorstep', booking_date: '2026-11-24' },
  ...{ booking_time: '11:00', window_end: '13:00', work: 'General Service', amount: 1699 },
};
const latest = {
  ...{ ...found, id: 'b3', number: 'c0ffee00', customer_name: 'Nilesh Pote', vehicle_number: null },
  ...{ booking_date: '2026-11-03', booking_time: '09:00:00', window_end: '11:00:00' },
};
const customer = {
  phone: '+919000000024',
  name: 'Vikram Salvi',
  bikes: 1,
  visits: 6,
  last_visit: null,
  credit: 0,
  owes: 0,
};

const names = (): string[] =>
  within(screen.getByRole('listbox', { name: 'Found' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent.split(',')[0]!);

beforeEach(answerCalls);

test('without a network the search finds what the page has, says so, and asks again when the network is back', async () => {
  const user = userEvent.setup();
  shop.backend.answer(FIND, { body: { bookings: [latest], customers: [], more: false } });
  open();
  await screen.findByRole('region', { name: 'Board of the day' });
  await user.keyboard('/');
  await waitFor(() => expect(names()).toEqual(['Nilesh Pote', 'Book for a caller']));

  shop.backend.answer(FIND, () => Promise.reject(new TypeError('Failed to fetch')));
  await user.keyboard('mh 12zz');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(await screen.findByText('Below is what this page already has.')).toBeTruthy();
  expect(names()).toEqual([today.customer_name]);
  const field = screen.getByRole('combobox');
  await user.clear(field);
  await user.type(field, 'pote');
  await waitFor(() => expect(names()).toEqual(['Nilesh Pote']));
  await user.clear(field);
  await user.type(field, 'rane');
  expect(await screen.findByText('No one with “rane” on this page.')).toBeTruthy();

  await user.click(await screen.findByRole('button', { name: /^Try again/ }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  shop.backend.answer(FIND, {
    body: { bookings: [{ ...latest, customer_name: 'Anil Rane' }], customers: [], more: false },
  });
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(names()).toEqual(['Anil Rane', 'Book for a caller']));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(shop.backend.callsOf(FIND).at(-1)?.body).toEqual({ query: 'rane' });
});

test('what was found before stays found without a network', async () => {
  const user = userEvent.setup();
  shop.backend.answer(FIND, {
    body: { bookings: [{ ...latest, ...tomorrow, work: 'Service', amount: 449 }], customers: [], more: false },
  });
  open();
  await screen.findByRole('region', { name: 'Board of the day' });
  await user.keyboard('/');
  const field = await screen.findByRole('combobox');
  await user.type(field, 'MH14');
  await waitFor(() => expect(shop.backend.callsOf(FIND).at(-1)?.body).toEqual({ query: 'MH14' }));
  await waitFor(() => expect(names()[0]).toBe(tomorrow.customer_name));
  shop.backend.answer(FIND, () => Promise.reject(new TypeError('Failed to fetch')));
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(names()).toEqual([tomorrow.customer_name]);
});

test('the search groups what it finds; arrows and Enter open it', async () => {
  const user = userEvent.setup();
  shop.backend.answer('POST /rest/v1/rpc/find_in_office', {
    body: { bookings: [found], customers: [customer], more: false },
  });
  const { router } = open();
  await screen.findByRole('region', { name: 'Board of the day' });
  await user.keyboard('/');
  const field = await screen.findByRole('combobox', { name: 'Name, number, phone or plate' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('kulk');
  const list = within(await screen.findByRole('listbox', { name: 'Found' }));
  await waitFor(() => expect(bodies('find_in_office').at(-1)).toEqual({ query: 'kulk' }));
  expect(list.getByRole('option', { selected: true }).textContent).toMatch(/Asha Kulkarni/);
  await waitFor(() => expect(list.getByText('Kulk').tagName).toBe('MARK'));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Book for a caller' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Phone/ }).value).toBe('+919000000024');
  expect(router.state.location.search).toBe('?view=caller');
});

test.each([
  { duty: 'owner', finds: true, books: true },
  { duty: 'desk', finds: true, books: true },
  { duty: 'foreman', finds: true, books: false },
  { duty: 'accountant', finds: true, books: false },
  { duty: 'mechanic', finds: false, books: false },
] as const)('$duty: search $finds, books for callers $books', async ({ duty, finds, books }) => {
  const user = userEvent.setup();
  shop.duty = duty;
  shop.backend.answer('POST /rest/v1/rpc/find_in_office', {
    body: { bookings: [found], customers: books ? [customer] : [], more: false },
  });
  const { router } = open();
  await screen.findByRole('region', { name: 'Board of the day' });
  const isShown = (name: RegExp): boolean => screen.queryByRole('button', { name }) !== null;
  expect([isShown(/^Find/), isShown(/^Book for a caller/)]).toEqual([finds, books]);
  if (!books) {
    await user.keyboard('b');
    expect(router.state.location.search).toBe('?date=2026-11-21');
  }
  await user.keyboard('/');
  if (!finds) return expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('kulk');
  const list = within(await screen.findByRole('listbox', { name: 'Found' }));
  expect(list.queryByRole('option', { name: /^Book for/ }) !== null).toBe(books);
  await waitFor(() => expect(list.getByText('Kulk').tagName).toBe('MARK'));
  await user.click(screen.getByRole('button', { name: 'Close the search' }));
  await user.keyboard('?');
  const keys = within(await screen.findByRole('dialog', { name: 'Keys' }));
  expect(keys.queryByText('B') !== null).toBe(books);
});

test('the key to book for a caller takes the customer of the open booking, else of the chosen card, else none', async () => {
  const user = userEvent.setup();
  const { router } = open(`/admin?date=2026-11-21&booking=${today.id}`);
  await screen.findByRole('dialog', { name: `Booking ${today.number}` });
  await user.keyboard('b');
  const phone = () => screen.findByRole<HTMLInputElement>('textbox', { name: /Phone/ });
  expect((await phone()).value).toBe(today.phone);
  forgetCall();
  await act(() => router.navigate('/admin?date=2026-11-21'));
  act(() => screen.getByRole('link', { name: /MH 12 ZZ 0042/ }).focus());
  await user.keyboard('b');
  expect((await phone()).value).toBe(today.phone);
  forgetCall();
  await act(() => router.navigate('/admin?date=2026-11-21'));
  await screen.findByRole('region', { name: 'Board of the day' });
  await user.keyboard('b');
  expect((await phone()).value).toBe('');
});
