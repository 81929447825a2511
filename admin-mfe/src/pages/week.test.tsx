import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { open, shop } from '../testing/open-admin.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

const week = '/admin?view=week&date=2026-11-21';
const rowOf = (name: RegExp) => within(screen.getByRole('row', { name }));

beforeEach(() => {
  shop.bookings = [{ ...today, status: 'assigned', mechanic: 'Sagar' }, tomorrow];
});

test('the week shows who has which job, and the unassigned ones', async () => {
  open(week);
  expect(await screen.findByRole('heading', { level: 1, name: /^Mon 16.Nov – Sun 22.Nov$/ })).toBeTruthy();
  expect(rowOf(/^Sagar/).getByRole('img', { name: /^0042 from 11.am, 1.h 45.min$/ })).toBeTruthy();
  expect(rowOf(/^Nobody yet/).getByRole('img', { name: /^0029 from/ })).toBeTruthy();
  expect(screen.getByText('1 to assign')).toBeTruthy();
  const query = shop.backend.callsOf('GET /rest/v1/staff_bookings')[0]?.query;
  expect(query?.getAll('booking_date')).toEqual(['gte.2026-11-16', 'lte.2026-11-22']);
});

test('by window it says how full each is, and a closed day why', async () => {
  shop.backend.answer('GET /rest/v1/closures', { body: [{ date: '2026-11-20', closes_at: null, reason: 'Holi' }] });
  open(week);
  await userEvent.click(await screen.findByRole('link', { name: 'By window' }));
  const row = within(await screen.findByRole('row', { name: /^11 am – 1 pm|^11.am – 1.pm/ }));
  expect(row.getAllByText('1 of 3')).toHaveLength(6);
  expect(row.getByText('Holi')).toBeTruthy();
});

test('a change shows without a reload, and the keys lead to the day and on', async () => {
  const { router } = open(week);
  await screen.findByText('1 to assign');
  await waitFor(() => expect(shop.realtime.wanted('admin-day')).toEqual(['INSERT', 'UPDATE']));
  act(() => shop.realtime.join('admin-day'));
  shop.bookings = [today, tomorrow];
  act(() => shop.realtime.emit('admin-day', 'UPDATE', { id: today.id }));
  expect(await screen.findByText('2 to assign')).toBeTruthy();
  await userEvent.keyboard(']');
  await waitFor(() => expect(router.state.location.search).toBe('?view=week&date=2026-11-28'));
  await screen.findByRole('heading', { level: 1, name: /^Mon 23/ });
  await userEvent.keyboard('d');
  await waitFor(() => expect(router.state.location.search).toBe('?date=2026-11-28'));
});
