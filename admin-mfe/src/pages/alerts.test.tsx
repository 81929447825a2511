import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { writeAlertLog } from '../features/alert-bookings/alert-records.ts';
import { open, shop } from '../testing/open-admin.tsx';
import { today, tomorrow } from '../testing/shop-bookings.ts';

const board = '/admin?date=2026-11-21';
const alertOf = (order_id: string) => ({ order_id, created_at: '2026-11-20T04:42:00+00:00', read_at: null });

beforeEach(() => {
  shop.alerts = [alertOf(today.id), alertOf(tomorrow.id)];
  window.localStorage.clear();
});

async function openBell(name = 'Alerts, 2 not read') {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Alerts' }));
}

test('behind the bell stands what was missed, with bike, time and place, and opening it marks it as read', async () => {
  const { router } = open(board);
  const list = await openBell();
  const [first] = await list.findAllByRole('listitem');
  expect(first?.textContent?.replaceAll('\u00a0', ' ')).toMatch(
    /MH 12 ZZ 0042NewFri 20 Nov, 10:12 amRoyal Enfield Classic 350Sat 21 Nov, 11 am – 1 pm, At the gate, Kondhwa/,
  );
  await userEvent.click(within(first!).getByRole('link', { name: /^Assign ?: MH12ZZ0042$/ }));
  expect(router.state.location.search).toBe(`?booking=${today.id}&do=assign`);
  expect(await screen.findByRole('button', { name: 'Alerts, 1 not read' })).toBeTruthy();
  expect(shop.alerts.map(({ read_at }) => read_at === null)).toEqual([false, true]);
});

test('all are marked as read at once; a failure says so and keeps them', async () => {
  shop.backend.answer('PATCH /rest/v1/notification_logs', rejected(403, 'forbidden'));
  open(board);
  const list = await openBell();
  await list.findAllByText('New');
  await userEvent.click(list.getByRole('button', { name: 'Mark all read' }));
  expect(await list.findByText("You don't have permission for this.")).toBeTruthy();
  expect(list.getAllByText('New')).toHaveLength(2);
  shop.backend.answer('PATCH /rest/v1/notification_logs', () => {
    shop.alerts = [];
    return { body: [] };
  });
  await userEvent.click(list.getByRole('button', { name: 'Mark all read' }));
  expect(await list.findByText('All of them are marked as read.')).toBeTruthy();
  expect(list.queryByText('New')).toBeNull();
  await userEvent.click(list.getByRole('button', { name: 'Close the alerts' }));
  expect(await screen.findByRole('button', { name: 'Alerts' })).toBeTruthy();
});

test('an alert that comes while the page is open is counted', async () => {
  shop.alerts = [];
  open(board);
  await screen.findByRole('button', { name: 'Alerts' });
  shop.backend.answer('POST /rest/v1/notification_logs', () => {
    shop.alerts = [alertOf(today.id)];
    return { status: 201, body: [{ id: 'log' }] };
  });
  await act(() => writeAlertLog('admin-1', { ...today, created_at: '2026-11-20T04:42:00+00:00' }));
  expect(await screen.findByRole('button', { name: 'Alerts, 1 not read' })).toBeTruthy();
});

test('a browser that makes no sound says so, and stays off', async () => {
  open(board);
  const list = await openBell();
  const sound = list.getByRole<HTMLInputElement>('checkbox', { name: /^Ring for each new booking/ });
  await userEvent.click(sound);
  expect(await list.findByText(/^The browser does not let this page make a sound\./)).toBeTruthy();
  expect(sound.checked).toBe(false);
});

test.each([
  ['denied', /^The browser refuses notifications from this site\./, false],
  ['granted', null, true],
] as const)('notifications that the browser has %s', async (answer, sentence, isOn) => {
  const Notification = Object.assign(jest.fn(), { requestPermission: () => Promise.resolve(answer) });
  Object.assign(window, { Notification });
  open(board);
  const list = await openBell();
  const box = list.getByRole<HTMLInputElement>('checkbox', { name: /^Show it outside/ });
  await userEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(isOn));
  if (sentence) expect(list.getByText(sentence)).toBeTruthy();
  expect(window.localStorage.getItem('twostroke.alert-notification')).toBe(isOn ? '"on"' : '"off"');
});

test.each(['foreman', 'mechanic', 'accountant'] as const)(
  'a %s has the bell, but no sound to switch on',
  async (duty) => {
    shop.duty = duty;
    open(board);
    const list = await openBell();
    await list.findAllByRole('listitem');
    expect(list.queryByRole('checkbox')).toBeNull();
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  },
);
