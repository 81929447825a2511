import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { sessionAtom, store, writeStored } from '@twostroke/shared/state';
import { draftAtom } from '../model/draft-store.ts';
import { proofStorageKey } from '../model/number-proof.ts';
import { finishedDraft, fullCart, startWith } from '../testing/booking-fixtures.ts';
import { conflict, openLastStepWith, recordScrolling } from '../testing/last-step.ts';

const nearest = [{ date: '2026-11-21', start: '14:00', end: '16:00', free: 1 }];
const askedFor = (reason: string, alternatives: unknown[] = []): FakeAnswer =>
  conflict('verify_phone', { reason, alternatives });
const OTP = 'POST /auth/v1/otp';
const VERIFY = 'POST /auth/v1/verify';
const part = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '');
const session = {
  access_token: `${part({ alg: 'none' })}.${part({ sub: 'user-1', exp: 4_000_000_000 })}.c2ln`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: 'user-1', aud: 'authenticated', phone: '919000000012' },
};
const wrongCode: FakeAnswer = { status: 403, body: { code: 403, error_code: 'otp_expired', msg: 'raw words' } };

/** Opens the last step of a draft, on a backend that sends and checks codes. */
function open(answers: FakeAnswer[], codes: FakeAnswer[] = []) {
  const left = [...codes];
  return openLastStepWith({ [OTP]: { body: {} }, [VERIFY]: () => left.shift() ?? { body: session } }, answers);
}

beforeEach(recordScrolling);
beforeEach(() => {
  window.localStorage.clear();
  store.set(sessionAtom, { status: 'signed-out' });
  startWith(fullCart, finishedDraft());
  jest.spyOn(console, 'warn').mockImplementation(() => undefined); // supabase-js warns because each test creates a client
});
afterEach(() => jest.restoreAllMocks());

/** The field for the code, once it was sent. */
async function sendCode(user: { click: (element: Element) => Promise<void> }): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Send the code' }));
  return screen.findByLabelText('Code from the SMS');
}

test('a code is asked for in place; after it the same booking is sent with a secret that this browser keeps', async () => {
  const { user, button, sent, backend } = await open([askedFor('window', nearest)]);
  const before = store.get(draftAtom);
  await user.click(button);
  const title = await screen.findByRole('heading', { level: 2, name: 'Confirm your number' });
  expect(document.activeElement).toBe(title);
  expect(screen.getByText(/Many have booked this time/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Book for/ })).toBeNull();
  expect(backend.callsOf(OTP)).toEqual([]);

  const field = await sendCode(user);
  expect(document.activeElement).toBe(field);
  expect(backend.callsOf(OTP)[0]?.body).toMatchObject({ phone: '+919000000012' });
  expect(store.get(draftAtom)).toEqual(before);
  fireEvent.change(field, { target: { value: '407 189' } });
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(backend.callsOf(VERIFY)[0]?.body).toMatchObject({ phone: '+919000000012', token: '407189', type: 'sms' });
  const [first, second] = sent();
  expect(first).not.toHaveProperty('proof');
  expect(second).toEqual({ ...first, proof: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown });
  const kept = JSON.parse(window.localStorage.getItem(proofStorageKey) ?? '{}') as { secret: string; until: number };
  expect(kept.secret).toBe(second?.['proof']);
  expect(Math.round((kept.until - Date.now()) / 86_400_000)).toBe(90);
});

test('a wrong code is shown at the field; nothing is sent', async () => {
  const { user, button, sent } = await open([askedFor('address')], [wrongCode]);
  await user.click(button);
  expect(await screen.findByText(/Many bookings have come from your internet connection/)).toBeTruthy();
  const field = await sendCode(user);
  fireEvent.change(field, { target: { value: '111111' } });
  expect(await screen.findByText('The code is wrong or has expired. Send a new one')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(sent()).toHaveLength(1);
});

test('a code that could not be sent says what to do', async () => {
  const failed: FakeAnswer = { status: 422, body: { code: 422, error_code: 'sms_send_failed', msg: 'raw words' } };
  const { user, button } = await openLastStepWith({ [OTP]: failed }, [askedFor('window', nearest)]);
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: 'Send the code' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/We could not send the code. Check the number/);
});

test('instead of the code, a time that needs none can be taken', async () => {
  const { user, button, sent } = await open([askedFor('window', nearest)]);
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: /Sat 21.Nov, 2–.4.pm/ }));
  expect(screen.queryByRole('heading', { name: 'Confirm your number' })).toBeNull();
  const again = screen.getByRole('button', { name: 'Book for ₹2,048' });
  expect(document.activeElement).toBe(again);
  await user.click(again);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent().map(({ time }) => time)).toEqual(['11:00', '14:00']);
});

test('a first-booking coupon asks for the code, or is taken out', async () => {
  startWith(fullCart, finishedDraft({ coupon: 'FIRST100' }));
  const { user, button, sent } = await open([askedFor('coupon')]);
  await user.click(button);
  expect(await screen.findByText(/This coupon is for the first booking of a number/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Book without the coupon' }));
  await user.click(await screen.findByRole('button', { name: 'Book for ₹2,048' }));
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent().map(({ coupon }) => coupon)).toEqual(['FIRST100', undefined]);
});

test('when the time has gone meanwhile, the focus is on the button and the nearest times are offered', async () => {
  const { user, button } = await open([askedFor('window', nearest), conflict('slot_taken', { alternatives: nearest })]);
  await user.click(button);
  fireEvent.change(await sendCode(user), { target: { value: '407189' } });
  expect(await screen.findByText('That time has just gone.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Book for/ })));
});

test.each([
  ['kept', 60_000, true],
  ['expired', -1000, false],
])('a %s secret of this browser', async (_, left, isSent) => {
  const secret = 'ab'.repeat(32);
  writeStored(proofStorageKey, { secret, until: Date.now() + left });
  const { user, button, sent } = await open([]);
  await user.click(button);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(sent()[0]?.['proof']).toBe(isSent ? secret : undefined);
});

test.each([
  ['phone', '919000000012', /^[0-9a-f]{64}$/],
  ['mail address', null, /^undefined$/],
])('a person who is signed in by %s sends a secret with the booking only for a phone', async (_, phone, proof) => {
  startWith(fullCart, finishedDraft({ prefilledFor: 'user-1' }));
  const person = { id: 'user-1', email: null, phone, fullName: null };
  const { user, button, sent } = await open([]);
  act(() => store.set(sessionAtom, { status: 'signed-in', user: person, isAdmin: false }));
  await user.click(button);
  await screen.findByRole('heading', { level: 1, name: /Booked/ });
  expect(String(sent()[0]?.['proof'])).toMatch(proof);
});
