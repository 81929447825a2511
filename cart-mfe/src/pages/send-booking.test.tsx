import { cartAtom, store } from '@twostroke/shared/state';
import { rejected, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { act, screen, waitFor } from '@testing-library/react';
import { draftAtom, draftStorageKey } from '../model/draft-store.ts';
import {
  bookingBackend,
  finishedDraft,
  fullCart,
  quoteOf,
  setOnline,
  startWith,
  token,
} from '../testing/booking-fixtures.ts';
import * as page from './book-service.tsx';
import { CREATE, conflict, expectAnswerAt, openLastStep, recordScrolling } from '../testing/last-step.ts';

beforeEach(recordScrolling);
beforeEach(() => startWith(fullCart, finishedDraft()));
afterEach(() => setOnline(true));

test('sends normalised values once, however often the button is pressed, and opens the booking', async () => {
  const { button, sent, router } = await openLastStep();
  const { requestId } = store.get(draftAtom);
  act(() => {
    // Both presses happen before React renders again.
    button.click();
    button.click();
  });
  await screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });
  expect(sent()).toEqual([
    {
      request_id: requestId,
      model: 'royal-enfield/classic-350',
      items: [
        { id: 'general-service', quantity: 1 },
        { id: 'extended-warranty', quantity: 1 },
      ],
      mode: 'doorstep',
      date: '2026-11-21',
      time: '11:00',
      name: 'Asha Kulkarni',
      phone: '+919000000012',
      vehicle_number: 'MH12ZZ0042',
      address: { line: 'B-1204, Sample Heights', landmark: '', area: 'kondhwa', pin: '411048' },
      approval_limit: 0,
      payment: 'after_service',
      expected_total: 2048,
    },
  ]);
  expect(router.state.location).toMatchObject({ pathname: '/book-service', search: '', hash: `#manage=${token}` });
  await waitFor(() => expect(store.get(cartAtom).items).toEqual([]));
  expect(window.localStorage.getItem(draftStorageKey)).toBeNull();
  expect(store.get(draftAtom).requestId).not.toBe(requestId);
});

test('the customer chooses how to pay before the booking is sent', async () => {
  const { user, sent } = await openLastStep();
  await user.click(screen.getByRole('radio', { name: /Now by UPI/ }));
  await user.click(screen.getByRole('button', { name: 'Book and pay ₹2,048' }));
  await screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });
  expect(sent()).toMatchObject([{ payment: 'upi' }]);
});

test('a GSTIN is validated before use, and sent with the booking and the quote', async () => {
  const { user, button, sent, backend } = await openLastStep();
  await user.click(screen.getByText('GST invoice for a business'));
  const field = screen.getByLabelText('GSTIN');
  await user.type(field, '27AAPFU0939F1ZX');
  await user.click(screen.getByRole('button', { name: 'Use this GSTIN' }));
  expect(screen.getByText('Check the GSTIN')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '27 aapfu0939f1zv');
  await user.click(screen.getByRole('button', { name: 'Use this GSTIN' }));
  await screen.findByText('27AAPFU0939F1ZV will be on the invoice.');
  await waitFor(() =>
    expect(backend.callsOf('POST /rest/v1/rpc/quote').at(-1)?.body).toMatchObject({ gstin: '27AAPFU0939F1ZV' }),
  );
  await waitFor(() => expect(button.isConnected || screen.getByRole('button', { name: /^Book for/ })).toBeTruthy());
  await user.click(screen.getByRole('button', { name: 'Book for ₹2,048' }));
  await screen.findByRole('heading', { level: 1, name: 'Booked. See you on Saturday.' });
  expect(sent()).toMatchObject([{ gstin: '27AAPFU0939F1ZV' }]);
});

test('the bill shows the tax it includes', async () => {
  await openLastStep();
  expect(screen.getAllByText('₹156.20')).toHaveLength(2);
});

test('a taken window offers the nearest free ones', async () => {
  const alternatives = [{ date: '2026-11-21', start: '14:00', end: '16:00', free: 1 }];
  const { user, button, sent } = await openLastStep(conflict('slot_taken', { alternatives }));
  await user.click(button);
  expect(await screen.findByText('That time has just gone.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Sat 21.Nov, 2–.4.pm/ }));
  expect(screen.getByText(/Now Sat 21.Nov, 2–.4.pm/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Book for ₹2,048' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent().map(({ time }) => time)).toEqual(['11:00', '14:00']);
  expect(new Set(sent().map(({ request_id }) => request_id)).size).toBe(1);
});

test('a changed price is in the label of the button, and a double click does not accept it', async () => {
  const { user, button, sent } = await openLastStep(conflict('price_changed', quoteOf(2148)));
  await user.click(button);
  const note = await screen.findByText(/The price has changed to ₹2,148/);
  act(() => button.click());
  expect(sent()).toHaveLength(1);
  expectAnswerAt(note);
  const changed = screen.getByRole('button', { name: 'Book for ₹2,148, was ₹2,048' });
  await waitFor(() => expect(changed.getAttribute('aria-disabled')).toBeNull());
  await user.click(changed);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent().map(({ expected_total }) => expected_total)).toEqual([2048, 2148]);
});

test('a price that changes while the page is open is shown before the next press', async () => {
  const { backend, sent } = await openLastStep();
  bookingBackend({ 'POST /rest/v1/rpc/quote': { body: quoteOf(2148) } });
  act(() => void window.dispatchEvent(new Event('online')));
  expectAnswerAt(await screen.findByText(/The price has changed to ₹2,148/));
  expect(screen.getByRole('button', { name: 'Book for ₹2,148, was ₹2,048' })).toBeTruthy();
  expect(backend.callsOf(CREATE)).toEqual([]);
  expect(sent()).toEqual([]);
});

test.each<[string, FakeAnswer, RegExp]>([
  ['the server is unreachable', { status: 503, body: { message: 'down' } }, /We could not reach our server/],
  ['the request times out', { status: 504, body: { message: 'time is up' } }, /We got no answer in time/],
  ['another customer took the time', conflict('slot_taken', { alternatives: [] }), /Choose another day and time/],
])('when %s, a message is shown and the button can be pressed again', async (_, answer, words) => {
  const { user, button, sent } = await openLastStep(answer);
  const before = store.get(draftAtom);
  await user.click(button);
  expectAnswerAt(await screen.findByText(words));
  expect(button.textContent).toBe('Book for ₹2,048');
  expect(store.get(draftAtom)).toEqual(before);
  await user.click(button);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent()).toHaveLength(2);
});

test('a coupon is quoted with day and mode, shown in the bill, and sent', async () => {
  const { user, backend, sent } = await openLastStep();
  await user.click(screen.getByText('I have a coupon'));
  await user.type(screen.getByLabelText('Coupon'), 'weekday10{Enter}');
  expect(await screen.findByText('WEEKDAY10 takes ₹200 off.')).toBeTruthy();
  expect(screen.getByText('-₹200')).toBeTruthy();
  expect(backend.callsOf('POST /rest/v1/rpc/quote').at(-1)?.body).toMatchObject({
    coupon: 'weekday10',
    date: '2026-11-21',
    area: 'kondhwa',
    pin: '411048',
  });
  expect(sent()).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Book for ₹1,848' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent()[0]).toMatchObject({ coupon: 'weekday10', expected_total: 1848 });
  // The hold under this id keeps the price.
  expect(backend.callsOf('POST /rest/v1/rpc/quote').at(-1)?.body).toMatchObject({ request_id: sent()[0]?.request_id });
});

test('a rejected coupon says why and can be removed', async () => {
  const { user, backend } = await openLastStep();
  await user.click(screen.getByText('I have a coupon'));
  await user.type(screen.getByLabelText('Coupon'), 'NONSENSE');
  await user.click(screen.getByRole('button', { name: 'Use the coupon' }));
  expect(await screen.findByText("We don't know this code. Check the letters.")).toBeTruthy();
  expect(screen.getByLabelText('Coupon').getAttribute('aria-invalid')).toBe('true');
  expect(await screen.findByRole('button', { name: 'Book for ₹2,048' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Book for ₹2,048' })).toBeTruthy();
  expect(screen.queryByText(/not one of ours/)).toBeNull();
  expect(backend.callsOf('POST /rest/v1/rpc/quote').at(-1)?.body).not.toHaveProperty('coupon');
});

test('a group coupon shows that the desk books groups, with a call link, and the single bike can still be booked', async () => {
  const { user, sent } = await openLastStep();
  await user.click(screen.getByText('I have a coupon'));
  expect(screen.queryByRole('link', { name: 'Call 90000 00010' })).toBeNull();
  await user.type(screen.getByLabelText('Coupon'), 'society5{Enter}');
  expect(
    await screen.findByText(
      /it is for 3 bikes or more at one address\. Call us on 90000 00010, and we book them together/,
    ),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call 90000 00010' }).getAttribute('href')).toBe('tel:+919000000010');
  await user.click(await screen.findByRole('button', { name: 'Book for ₹2,048' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent()[0]).toMatchObject({ expected_total: 2048 });
});

test('a coupon that is not valid for this number shows the reason and a new price that can be accepted', async () => {
  const reason =
    "This code isn't valid for this cart because it is for the first booking of a number, and yours has been here before.";
  const refusal = { code: 'coupon_first_booking', data: null };
  startWith(fullCart, finishedDraft({ coupon: 'FIRST100' }));
  const changed = quoteOf(2048, 'doorstep', { coupon: { code: 'FIRST100', off: 0, refusal } });
  const { user, button, sent } = await openLastStep(conflict('price_changed', changed));
  await user.click(button);
  expect(await screen.findByText(new RegExp(`^${reason} The price has changed to ₹2,048`))).toBeTruthy();
  const changedPrice = screen.getByRole('button', { name: 'Book for ₹2,048, was ₹1,948' });
  await waitFor(() => expect(changedPrice.getAttribute('aria-disabled')).toBeNull());
  await user.click(changedPrice);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent().map(({ expected_total }) => expected_total)).toEqual([1948, 2048]);
});

test('the bill shows IGST for a customer of another state', async () => {
  bookingBackend();
  startWith(fullCart, finishedDraft());
  const tax = { cgst_paise: 0, sgst_paise: 0, igst_paise: 31241, cgst_rate: 0, sgst_rate: 0, igst_rate: 18 };
  bookingBackend({ 'POST /rest/v1/rpc/quote': { body: quoteOf(2048, 'doorstep', tax) } });
  renderPage(page, { path: '/book-service', url: '/book-service?step=check' });
  expect(await screen.findByText('IGST 18 %')).toBeTruthy();
  expect(screen.queryByText('CGST 9 %')).toBeNull();
});

test('a retry after a lost answer sends the same request id', async () => {
  const { user, button, sent } = await openLastStep({ status: 504, body: { message: 'time is up' } });
  await user.click(button);
  expect(await screen.findByText(/Press again: it is never made twice/)).toBeTruthy();
  expect(store.get(cartAtom).items).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Book for ₹2,048' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent()).toHaveLength(2);
  expect(sent()[0]?.request_id).toBe(sent()[1]?.request_id);
});

test('a rejected field stays at its step, with the focus on what to fix', async () => {
  const { user, button, router } = await openLastStep(rejected(422, 'phone'));
  await user.click(button);
  const summary = await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(screen.getByRole('heading', { level: 1, name: 'Your details' })).toBeTruthy();
  expect(router.state.location.search).toBe('?step=check');
  expect(screen.getByLabelText('Mobile').getAttribute('aria-invalid')).toBe('true');
});

test('a window that has become too soon leads back to the time step', async () => {
  const message = 'This time is too soon for us to be ready. Choose a later one.';
  const { user, button } = await openLastStep(rejected(422, 'time_too_soon'));
  await user.click(button);
  await screen.findByRole('heading', { level: 1, name: 'Where and when?' });
  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

test('after too many attempts it says when to try again', async () => {
  const details = '{"retry_after": 300}';
  const { user, button } = await openLastStep({
    status: 429,
    body: { message: 'Too many requests.', hint: 'too_many_requests', details },
  });
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /Try again in 5\u00a0min\. Your booking is saved on this phone/,
  );
});

test('over the booking limit of a number it says why, whom to call and when to book again', async () => {
  const limit = { max: 5, of: 'number', retry_after: 7200 };
  const { user, button } = await openLastStep(rejected(429, 'too_many_open', limit));
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /5 bookings are still to come for this number\. .*You can also try again in about 2\u00a0h\./,
  );
});

test('a booking made offline waits on the phone and is sent once when online', async () => {
  const { user, button, sent } = await openLastStep();
  act(() => setOnline(false));
  await user.click(button);
  expect(await screen.findByText(/Leave this page open: we send it once/)).toBeTruthy();
  expect(sent()).toEqual([]);
  expect(JSON.parse(window.localStorage.getItem(draftStorageKey) ?? '{}')).toMatchObject({ agreedTotal: 2048 });
  act(() => setOnline(true));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent()).toHaveLength(1);
});

test('a waiting booking can be withdrawn', async () => {
  const { user, button, sent } = await openLastStep();
  act(() => setOnline(false));
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: "Don't send it" }));
  act(() => setOnline(true));
  expect(await screen.findByRole('button', { name: 'Book for ₹2,048' })).toBeTruthy();
  expect(sent()).toEqual([]);
});
