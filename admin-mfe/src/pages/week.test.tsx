import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { open, shop } from '../testing/open-admin.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

const week = '/admin?view=week&date=2026-11-21';
const rowOf = (name: RegExp) => within(screen.getByRole('row', { name }));

beforeEach(() => {
  shop.bookings = [{ ...today, status: 'assigned', mechanic: 'Sagar' }, tomorrow];
});

test('the week shows the jobs of each person, and the unassigned ones', async () => {
  open(week);
  expect(await screen.findByRole('heading', { level: 1, name: /^Mon 16.Nov – Sun 22.Nov$/ })).toBeTruthy();
  expect(rowOf(/^Sagar/).getByRole('link', { name: /^0042 11.am, General Service, 1.h 45.min$/ })).toBeTruthy();
  expect(rowOf(/^Not assigned/).getByRole('link', { name: /^0029 / })).toBeTruthy();
  expect(screen.getByText('1 to assign')).toBeTruthy();
  const query = shop.backend.callsOf('GET /rest/v1/staff_bookings')[0]?.query;
  expect(query?.getAll('booking_date')).toEqual(['gte.2026-11-16', 'lte.2026-11-22']);
});

test('each day says how much of its hours a person has, and which visits to a gate wait for an answer in rain', async () => {
  shop.rain = 'Rain from 2 pm';
  open(week);
  const row = await screen.findByRole('row', { name: /^Sagar/ });
  expect(row.textContent).toMatch(/1.h 45.min of 8.h/);
  expect(rowOf(/^Not assigned/).queryByText(/of 8.h/)).toBeNull();
  expect(screen.getByRole('columnheader', { name: /^Sat 21.Nov ?, no work at the gate$/ })).toBeTruthy();
  const note = screen.getByText(/^Sat 21.Nov, no work at the gate:$/).parentElement!;
  expect(within(note).getByRole('link', { name: '0042' }).getAttribute('href')).toContain(today.id);
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

const imran = { user_id: 'imran', name: 'Imran', duty: 'mechanic' as const, active: true };

test('a day off is hatched, jobs still assigned on it are counted, and staff can remove it', async () => {
  shop.colleagues = [{ ...imran, user_id: 'sagar', name: 'Sagar' }, imran];
  const done = { ...today, id: 'done', status: 'completed', mechanic: 'Sagar' };
  shop.bookings = [...shop.bookings, done];
  shop.absences = [{ user_id: 'sagar', day: '2026-11-21' }, { user_id: 'imran', day: '2026-11-20' }]; // oxfmt-ignore
  open(week);
  expect((await screen.findByRole('row', { name: /^Sagar/ })).textContent).toMatch(/not here1 job is still theirs/);
  await userEvent.click(screen.getByRole('button', { name: /^Not here… ?: Imran$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Imran: not here' }));
  const day = (name: RegExp) => dialog.getByRole<HTMLInputElement>('checkbox', { name });
  expect(day(/^Fri 20.Nov$/).checked).toBe(true);
  await userEvent.click(day(/^Fri 20.Nov$/));
  await userEvent.click(day(/^Thu 19.Nov$/));
  shop.backend.answer('POST /rest/v1/staff_absences', ({ body }) => {
    shop.absences = [...shop.absences, ...(body as typeof shop.absences)];
    return { body };
  });
  shop.backend.answer('DELETE /rest/v1/staff_absences', ({ query }) => {
    expect(query.getAll('user_id')).toEqual(['eq.imran']);
    expect(query.getAll('day')).toEqual(['in.(2026-11-20)']);
    shop.absences = shop.absences.filter(({ user_id, day: off }) => user_id !== 'imran' || off !== '2026-11-20');
    return { body: [] };
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Imran is not here on Thu 19.Nov$/)).toBeTruthy();
  const shown = () => within(screen.getByRole('row', { name: /^Imran/ })).getAllByRole('cell').map(({ textContent }) => textContent); // oxfmt-ignore
  await waitFor(() => expect(shown()).toEqual(['free', 'free', 'free', 'not here', 'free', 'free', 'free']));
});

test('a duty that may not change bookings gets no control for days off', async () => {
  shop.duty = 'foreman';
  shop.colleagues = [imran];
  open(week);
  await screen.findByRole('row', { name: /^Imran/ });
  expect(screen.queryByRole('button', { name: /^Not here/ })).toBeNull();
});

test('the list has every booking of the week by day, and a key leads to it', async () => {
  const { router } = open(week);
  await screen.findByText('1 to assign');
  await userEvent.keyboard('l');
  await waitFor(() => expect(router.state.location.search).toBe('?view=week&rows=list&date=2026-11-21'));
  const saturday = within(await screen.findByRole('region', { name: /^Sat 21.Nov 1 booking$/ }));
  const booking = saturday.getByRole('link');
  for (const words of ['MH 12 ZZ 0042', 'General Service', 'Asha', 'Sagar', '₹1,699', /11.am/]) expect(booking.textContent).toMatch(words); // oxfmt-ignore
  expect(booking.getAttribute('href')).toBe(`/admin?booking=${today.id}`);
  expect(within(screen.getByRole('region', { name: /^Mon 16.Nov nothing booked$/ })).queryByRole('link')).toBeNull();
});
