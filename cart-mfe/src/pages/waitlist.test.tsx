import { emptyCart } from '@twostroke/shared/domain/cart';
import { cartAtom, store } from '@twostroke/shared/state';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draftAtom } from '../model/draft-store.ts';
import { keepNumberProof } from '../model/number-proof.ts';
import {
  bookingBackend,
  calendar,
  finishedDraft,
  fullCart,
  held,
  setOnline,
  startWith,
  token,
} from '../testing/booking-fixtures.ts';
import { question } from '../testing/open-booking.ts';
import * as page from './book-service.tsx';

const JOIN = 'POST /rest/v1/rpc/join_waitlist';
const LEAVE = 'POST /rest/v1/rpc/leave_waitlist';
const OFFER = 'POST /rest/v1/rpc/get_offer';

const open = (url: string) => ({ user: userEvent.setup(), ...renderPage(page, { path: '/book-service', url }) });
const inLine = { state: 'waiting', position: 2, token: 'b2'.repeat(32) };

afterEach(() => setOnline(true));

/** The dialog of the full window, from the step where times are chosen. */
async function openDialog(draft = finishedDraft({ slot: null })) {
  startWith(fullCart, draft);
  const { user } = open('/book-service?step=time');
  await user.click(await screen.findByRole('button', { name: /9–.11.am is full\. Tell me if a place frees up/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'If a place frees up' }));
  await dialog.findByLabelText('Name');
  return { user, dialog };
}

test('a visitor joins the waitlist of a full window, sees their position and can leave', async () => {
  const backend = bookingBackend({ [JOIN]: { body: inLine }, [LEAVE]: { body: { state: 'left' } } });
  const draft = finishedDraft({ slot: null });
  const { user, dialog } = await openDialog({ ...draft, details: { ...draft.details, name: '', phone: '' } });
  await user.click(dialog.getByRole('button', { name: 'Tell me if a place frees up' }));
  expect(dialog.getByText('Enter your name')).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'));
  await fill(dialog.getByLabelText('Name'), 'Ravi Kale');
  await fill(dialog.getByLabelText('Mobile'), '90000 00077');
  await fill(dialog.getByLabelText('Email'), 'ravi@example.com');
  await user.click(dialog.getByRole('button', { name: 'Tell me if a place frees up' }));
  expect(await dialog.findByText('You’re number 2 in line.')).toBeTruthy();
  expect(dialog.getByText(/We’ll send a link to ravi@example\.com; it holds the place for 20 minutes\./)).toBeTruthy();
  expect(document.activeElement?.textContent).toMatch(/number 2 in line/);
  const { request_id, ...request } = (backend.callsOf(JOIN)[0]!.body as { request: Record<string, unknown> }).request;
  expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(request).toEqual({
    mode: 'doorstep',
    model: 'royal-enfield/classic-350',
    items: [
      { id: 'general-service', quantity: 1 },
      { id: 'extended-warranty', quantity: 1 },
    ],
    date: '2026-11-21',
    time: '09:00',
    name: 'Ravi Kale',
    phone: '90000 00077',
    email: 'ravi@example.com',
  });
  await user.click(dialog.getByRole('button', { name: 'Leave the line' }));
  expect(await dialog.findByText('You are no longer in line.')).toBeTruthy();
  expect(backend.callsOf(LEAVE)[0]?.body).toEqual({ token: inLine.token });
});

test('offline nothing is lost, and the retry sends the same request', async () => {
  const backend = bookingBackend({ [JOIN]: { body: inLine } });
  const { user, dialog } = await openDialog();
  backend.answer(JOIN, () => {
    throw new TypeError('Failed to fetch');
  });
  act(() => setOnline(false));
  await user.click(dialog.getByRole('button', { name: 'Tell me if a place frees up' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/no internet connection. Nothing is lost/);
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Kulkarni');
  act(() => setOnline(true));
  backend.answer(JOIN, { body: inLine });
  await user.click(dialog.getByRole('button', { name: 'Tell me if a place frees up' }));
  expect(await dialog.findByText('You’re number 2 in line.')).toBeTruthy();
  const ids = backend.callsOf(JOIN).map(({ body }) => (body as { request: { request_id: string } }).request.request_id);
  expect(new Set(ids).size).toBe(1);
});

test("shows the server's rejection, and reloads the windows when the place is free after all", async () => {
  const backend = bookingBackend({ [JOIN]: rejected(409, 'free') });
  const { user, dialog } = await openDialog();
  const asked = backend.callsOf('POST /rest/v1/rpc/list_slots').length;
  await user.click(dialog.getByRole('button', { name: 'Tell me if a place frees up' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('That time is free now. Choose it and book.');
  await waitFor(() => expect(backend.callsOf('POST /rest/v1/rpc/list_slots').length).toBe(asked + 1));
  backend.answer(JOIN, rejected(429, 'too_many_waits', { max: 3, retry_after: 3600 }));
  await user.click(dialog.getByRole('button', { name: 'Tell me if a place frees up' }));
  expect(await dialog.findByText(/in line for 3 times already/)).toBeTruthy();
});

test('a number that is not confirmed needs an email; what was typed stays', async () => {
  const backend = bookingBackend({ [JOIN]: rejected(422, 'email_needed') });
  // A number was confirmed in this browser, but not this one.
  const proof = keepNumberProof('ab'.repeat(32));
  const draft = finishedDraft({ slot: null });
  const { user, dialog } = await openDialog({ ...draft, details: { ...draft.details, email: '' } });
  expect(dialog.getByText('The link comes to this number')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Tell me if a place frees up' }));
  expect(await dialog.findByText(/this number is not confirmed, so the link comes by mail/)).toBeTruthy();
  const email = dialog.getByLabelText<HTMLInputElement>('Email');
  expect(document.activeElement).toBe(email);
  expect(dialog.queryByText('The link comes to this number')).toBeNull();
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Kulkarni');
  backend.answer(JOIN, { body: inLine });
  await user.type(email, 'asha@example.in');
  await user.click(dialog.getByRole('button', { name: 'Tell me if a place frees up' }));
  expect(await dialog.findByText(/We’ll send a link to asha@example\.in;/)).toBeTruthy();
  const sent = backend.callsOf(JOIN).map(({ body }) => (body as { request: { proof: string; email: string } }).request);
  expect(sent.map((request) => [request.email, request.proof])).toEqual([
    ['', proof],
    ['asha@example.in', proof],
  ]);
});

test('a guest sees from the start that the link comes by mail', async () => {
  bookingBackend({});
  const { dialog } = await openDialog();
  expect(dialog.getByLabelText('Email').getAttribute('aria-describedby')).toBe('waitlist-email-hint');
  expect(dialog.getByText('The link comes to this address')).toBeTruthy();
});

test('staff who enter a caller without address or confirmed number read that no link goes out', async () => {
  bookingBackend({ [JOIN]: { body: inLine } });
  const draft = finishedDraft({ slot: null });
  const { user, dialog } = await openDialog({ ...draft, details: { ...draft.details, email: '' } });
  await user.click(dialog.getByRole('button', { name: 'Tell me if a place frees up' }));
  expect(await dialog.findByText(/No link goes to this number, as it is not confirmed/)).toBeTruthy();
});

test('a full day can be chosen to join the waitlist of one of its windows', async () => {
  const friday = { date: '2026-11-20', closed: null, note: null };
  const windows = [{ start: '14:00', end: '16:00', free: 0, places: 3, why: 'full' }];
  const days = [{ ...friday, windows }, ...calendar.days.slice(1)];
  bookingBackend({ 'POST /rest/v1/rpc/list_slots': { body: { ...calendar, days } } });
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('/book-service?step=time');
  await user.click(await screen.findByRole('radio', { name: /Fri 20.Nov.*full/ }));
  expect(await screen.findByRole('button', { name: /2–.4.pm is full\. Tell me if a place frees up/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Choose one of the arrival times of that day/);
});

const waitlistedJob = {
  mode: 'doorstep',
  date: '2026-11-21',
  start: '11:00',
  end: '13:00',
  vehicle: fullCart.vehicle,
  items: fullCart.items,
};
const offer = {
  ...waitlistedJob,
  request_id: '0f9c21ab-0000-4000-8000-000000000001',
  name: 'Ravi Kale',
  phone: '+919000000077',
  email: null,
  hold: { ...held, seconds_left: 1100, can_extend: false },
};

test('a claim link fills in what it knows, holds the window and asks only for the rest', async () => {
  const backend = bookingBackend({ [OFFER]: { body: offer } });
  startWith(emptyCart);
  const { user, router } = open(`/book-service#claim=${token}`);
  await question('Where and when?');
  expect(router.state.location.hash).toBe('');
  expect(backend.callsOf(OFFER)[0]?.body).toEqual({ token });
  expect((await screen.findByText(/^Kept until/)).parentElement?.textContent).toMatch(/Sat 21.Nov, 11.am – 1.pm/);
  expect(store.get(cartAtom)).toEqual(fullCart);
  await fill(screen.getByLabelText(/^House/), 'B-1204, Sample Heights');
  await user.selectOptions(screen.getByLabelText('Area'), 'kondhwa');
  // All answers are complete, but the page stays until the button is pressed.
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Where and when?');
  await user.click(screen.getByRole('button', { name: /^Continue/ }));
  await question('Your details');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ravi Kale');
  expect(screen.getByLabelText<HTMLInputElement>('Mobile').value).toBe('90000 00077');
  expect(screen.queryByRole('button', { name: '5 minutes longer' })).toBeNull();
  expect(store.get(draftAtom)).toMatchObject({ requestId: offer.request_id, slot: { start: '11:00' } });
});

test('a visitor with stored details goes straight to the review; the booking sends the request id of the offer', async () => {
  const backend = bookingBackend({ [OFFER]: { body: offer } });
  startWith(fullCart, finishedDraft());
  const { user } = open(`/book-service#claim=${token}`);
  await user.click(await screen.findByRole('button', { name: 'Book for ₹2,048' }));
  await waitFor(() => expect(backend.callsOf('POST /rest/v1/rpc/create_booking')).toHaveLength(1));
  expect(backend.callsOf('POST /rest/v1/rpc/create_booking')[0]?.body).toMatchObject({
    request: { request_id: offer.request_id, date: '2026-11-21', time: '11:00', phone: '+919000000077' },
  });
});

test('an expired offer says so and offers free windows with the same cart', async () => {
  const ended = { ...waitlistedJob, ended_at: '2026-11-20T04:12:00Z', alternatives: calendar.alternatives.slice(1) };
  bookingBackend({
    [OFFER]: rejected(409, 'offer_over', ended),
    'POST /rest/v1/rpc/hold_slot': { body: { ...held, start: '14:00', end: '16:00' } },
  });
  startWith(emptyCart, finishedDraft({ slot: null }));
  const { user } = open(`/book-service#claim=${token}`);
  await question('This offer is over');
  expect(screen.getByText(/11.am – 1.pm was kept for you until 9:42.am\. The nearest free:/)).toBeTruthy();
  expect(store.get(cartAtom).items).toEqual([]);
  await user.click(screen.getByRole('button', { name: /Sat 21.Nov, 2–.4.pm/ }));
  expect((await screen.findByText(/^Kept until/)).parentElement?.textContent).toMatch(/Sat 21.Nov, 2–.4.pm/);
  expect(store.get(cartAtom)).toEqual(fullCart);
});

test.each([
  [rejected(404, 'unknown_offer'), 'We do not know this link'],
  [rejected(409, 'claimed'), 'You have booked this time'],
])('a link that is no longer valid says why', async (answer, words) => {
  bookingBackend({ [OFFER]: answer });
  startWith(emptyCart);
  open(`/book-service#claim=${token}`);
  await question(words);
});

test('a claim link offers a retry while the backend is down', async () => {
  const backend = bookingBackend({ [OFFER]: { status: 503, body: { message: 'down' } } });
  startWith(emptyCart);
  const { user } = open(`/book-service#claim=${token}`);
  await screen.findByText('We could not load your place');
  backend.answer(OFFER, { body: offer });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await question('Where and when?');
});
