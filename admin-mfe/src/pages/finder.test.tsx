import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { open, shop } from '../testing/open-admin.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

const FIND = 'POST /rest/v1/rpc/find_in_office';

const { id, number, status, customer_name, phone, bike_name, vehicle_number, mode } = today;
const found = {
  id,
  number,
  status,
  customer_name,
  phone,
  bike_name,
  vehicle_number,
  mode,
  work: 'Service',
  amount: 1699,
};
const when = { booking_date: '2026-11-03', booking_time: '09:00:00', window_end: '11:00:00' };
const latest = { ...found, ...when, id: 'b3', number: 'c0ffee00', customer_name: 'Nilesh Pote', vehicle_number: null };

const names = (): string[] =>
  within(screen.getByRole('listbox', { name: 'Found' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent.split(',')[0]!);

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
