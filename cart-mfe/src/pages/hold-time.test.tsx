import { atShop, formatTime } from '@twostroke/shared/domain/calendar';
import { store } from '@twostroke/shared/state';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { act, screen, waitFor } from '@testing-library/react';
import { draftAtom } from '../model/draft-store.ts';
import {
  bookingBackend,
  calendar,
  finishedDraft,
  fullCart,
  held,
  setOnline,
  startWith,
} from '../testing/booking-fixtures.ts';
import { open, question } from '../testing/open-booking.ts';

const HOLD = 'POST /rest/v1/rpc/hold_slot';
const EXTEND = 'POST /rest/v1/rpc/extend_hold';
const RELEASE = 'POST /rest/v1/rpc/release_hold';

const inMinutes = (minutes: number): number => Date.now() + minutes * 60_000;
/** The line of a time that is kept for so many minutes more. */
const keptFor = async (minutes: number, when = /Sat 21.Nov, 11.am – 1.pm/): Promise<HTMLElement> => {
  const line = (await screen.findByText(/^Kept until/)).parentElement!;
  await waitFor(() => expect(line.textContent).toMatch(when));
  const { until } = store.get(draftAtom).hold!;
  expect(Math.abs(until - inMinutes(minutes))).toBeLessThan(30_000);
  expect(line.textContent).toContain(`Kept until ${formatTime(atShop(new Date(until)).time)}`);
  return line;
};

afterEach(() => setOnline(true));

test('continuing with a window holds it under the request id of the coming booking', async () => {
  const backend = bookingBackend();
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('time');
  await user.click(await screen.findByRole('button', { name: /Continue with Sat/ }));
  await question('Your details');
  await keptFor(10);
  expect(screen.queryByRole('button', { name: '5 minutes longer' })).toBeNull();
  const { requestId, hold } = store.get(draftAtom);
  expect(hold?.canExtend).toBe(true);
  expect(backend.callsOf(HOLD).map(({ body }) => body)).toEqual([
    {
      request_id: requestId,
      mode: 'doorstep',
      model: 'royal-enfield/classic-350',
      items: [
        { id: 'general-service', quantity: 1 },
        { id: 'extended-warranty', quantity: 1 },
      ],
      date: '2026-11-21',
      start: '11:00',
      phone: '+919000000012',
    },
  ]);
});

test('a window taken at that moment offers the nearest free ones, and one press holds one of them', async () => {
  const alternatives = [{ date: '2026-11-21', start: '14:00', end: '16:00', free: 1 }];
  let first = true;
  bookingBackend({
    [HOLD]: () => {
      if (!first) return { body: { ...held, start: '14:00', end: '16:00' } };
      first = false;
      return rejected(409, 'slot_taken', { alternatives });
    },
  });
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('time');
  await user.click(await screen.findByRole('button', { name: /Continue with Sat/ }));
  expect(await screen.findByText('That time has just gone.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Sat 21.Nov, 2–.4.pm/ }));
  await keptFor(10, /Sat 21.Nov, 2–.4.pm/);
  expect(store.get(draftAtom).slot).toMatchObject({ start: '14:00' });
});

test('a window that has become too soon is reported at the time step', async () => {
  const message = 'This time is too soon for us to be ready. Choose a later one.';
  bookingBackend({ [HOLD]: rejected(422, 'time_too_soon') });
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('time');
  await user.click(await screen.findByRole('button', { name: /Continue with Sat/ }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.getByRole('heading', { level: 1, name: 'Where and when?' })).toBeTruthy();
});

test.each([
  ['a backend that is down', { status: 503, body: { message: 'down' } }],
  ['too many tries', rejected(429, 'too_many_tries', { retry_after: 60 })],
])('%s does not prevent booking: the window is just not held', async (_, answer) => {
  bookingBackend({ [HOLD]: answer });
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('time');
  await user.click(await screen.findByRole('button', { name: /Continue with Sat/ }));
  await question('Your details');
  expect(store.get(draftAtom)).toMatchObject({ slot: { start: '11:00' }, hold: null });
  expect(screen.queryByText(/[Kk]ept until/)).toBeNull();
});

test('in the last five minutes the page announces the expiry politely, and the hold can be extended once', async () => {
  bookingBackend({ [EXTEND]: { body: { ...held, seconds_left: 570, can_extend: false } } });
  startWith(fullCart, finishedDraft({ hold: { until: inMinutes(4.5), canExtend: true } }));
  const { user } = open('check');
  await keptFor(4.5);
  const announcement = 'Your time is kept for 5 minutes more. You can keep it 5 minutes longer.';
  expect(screen.getByText(announcement).getAttribute('aria-live')).toBe('polite');
  await user.click(screen.getByRole('button', { name: '5 minutes longer' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: '5 minutes longer' })).toBeNull());
  await keptFor(9.5);
  expect(document.activeElement?.textContent).toMatch(/Kept until/);
  expect(screen.queryByRole('button', { name: '5 minutes longer' })).toBeNull();
  expect(store.get(draftAtom).hold?.canExtend).toBe(false);
});

test('an extension that does not arrive is answered above its button, which stays', async () => {
  bookingBackend({ [EXTEND]: { status: 503, body: { message: 'down' } } });
  startWith(fullCart, finishedDraft({ hold: { until: inMinutes(4.5), canExtend: true } }));
  const { user } = open('check');
  await user.click(await screen.findByRole('button', { name: '5 minutes longer' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('We could not reach our server. What you typed is safe: go on, or try again.');
  expect(alert.nextElementSibling?.contains(screen.getByRole('button', { name: '5 minutes longer' }))).toBe(true);
});

test('the countdown runs to its end, and all typed input is kept', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.now() });
  try {
    bookingBackend();
    startWith(fullCart, finishedDraft({ hold: { until: inMinutes(2), canExtend: false } }));
    open('check');
    await keptFor(2);
    act(() => void jest.advanceTimersByTime(61_000));
    expect(screen.getByText(/Kept until/)).toBeTruthy();
    expect(screen.getByText('Your time is kept for 1 minute more.')).toBeTruthy();
    act(() => void jest.advanceTimersByTime(61_000));
    expect(await screen.findByText('Your time is no longer kept.')).toBeTruthy();
    expect(await screen.findByText(/It is still free: take it again/)).toBeTruthy();
    expect(screen.getByDisplayValue('Asha Kulkarni')).toBeTruthy();
    expect(screen.getByDisplayValue('90000 00012')).toBeTruthy();
  } finally {
    jest.useRealTimers();
  }
});

test('after expiry one press holds the same window or one near it', async () => {
  const backend = bookingBackend();
  startWith(fullCart, finishedDraft({ hold: { until: inMinutes(-1), canExtend: false } }));
  const { user } = open('check');
  expect(await screen.findByText(/It is still free: take it again, or one near it/)).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/list_slots')[0]?.body).toMatchObject({
    from_date: '2026-11-21',
    near: '11:00',
    request_id: store.get(draftAtom).requestId,
  });
  await user.click(screen.getByRole('button', { name: /Sat 21.Nov, 2–.4.pm/ }));
  await waitFor(() => expect(store.get(draftAtom).slot?.start).toBe('14:00'));
  await keptFor(10, /Sat 21.Nov, 2–.4.pm/);
  expect(await screen.findByRole('button', { name: 'Book for ₹2,048' })).toBeTruthy();
});

test('after expiry with the window taken, the nearest are offered and replaced when they are taken too', async () => {
  const later = { date: '2026-11-22', start: '10:00', end: '12:00', free: 3 };
  bookingBackend({
    'POST /rest/v1/rpc/list_slots': { body: { ...calendar, alternatives: calendar.alternatives.slice(1) } },
    [HOLD]: rejected(409, 'slot_taken', { alternatives: [later] }),
  });
  startWith(fullCart, finishedDraft({ hold: { until: inMinutes(-1), canExtend: false } }));
  const { user } = open('check');
  await screen.findByText(/The nearest free:/);
  await user.click(screen.getByRole('button', { name: /Sat 21.Nov, 2–.4.pm/ }));
  expect(await screen.findByRole('button', { name: /Sun 22.Nov, 10.am – 12.noon/ })).toBeTruthy();
  expect(screen.getByText('That time has just gone.')).toBeTruthy();
});

test('extending a hold that expired while the phone slept shows that it has expired', async () => {
  bookingBackend({ [EXTEND]: rejected(409, 'hold_over', { alternatives: [] }) });
  startWith(fullCart, finishedDraft({ hold: { until: inMinutes(3), canExtend: true } }));
  const { user } = open('check');
  await user.click(await screen.findByRole('button', { name: '5 minutes longer' }));
  expect(await screen.findByText('Your time is no longer kept.')).toBeTruthy();
});

test('changing the cart releases the hold', async () => {
  const backend = bookingBackend();
  const { slot } = finishedDraft();
  startWith(
    fullCart,
    finishedDraft({ slot: slot && { ...slot, job: 'another' }, hold: { until: inMinutes(9), canExtend: true } }),
  );
  open('time');
  await waitFor(() => expect(backend.callsOf(RELEASE)).toHaveLength(1));
  expect(store.get(draftAtom).hold).toBeNull();
});
