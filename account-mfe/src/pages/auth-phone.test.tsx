import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sessionAtom, store } from '@twostroke/shared/state';
import { fakeBackend, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import * as page from './auth.tsx';

function rejected(status: number, error_code: string, msg = 'raw words'): FakeAnswer {
  return { status, body: { code: status, error_code, msg } };
}

async function sendNumber(routes: Record<string, FakeAnswer>) {
  const backend = fakeBackend(routes);
  renderPage(page, { path: '/auth' });
  fireEvent.change(await screen.findByLabelText('Mobile number'), { target: { value: '90000 00012' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send the code' }));
  return backend;
}

const sent = { 'POST /auth/v1/otp': { body: {} } };

afterEach(() => {
  jest.useRealTimers();
});

test('does not send an invalid number', async () => {
  const backend = fakeBackend({});
  renderPage(page, { path: '/auth' });
  fireEvent.change(await screen.findByLabelText('Mobile number'), { target: { value: '12345' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(screen.getByText('Enter a 10-digit Indian mobile number, like 98220 12345')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Mobile number'));
  expect(backend.calls).toHaveLength(0);
});

test('sends the code to the number and lets the phone autofill it', async () => {
  const backend = await sendNumber(sent);
  const field = await screen.findByLabelText<HTMLInputElement>('Code from the SMS');
  expect(backend.calls[0]?.body).toMatchObject({ phone: '+919000000012' });
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('90000 00012')).toBeTruthy();
});

test('submits the code at the sixth digit and redirects once signed in', async () => {
  const backend = await sendNumber({
    ...sent,
    'POST /auth/v1/verify': {
      body: {
        access_token: `${btoa('{"alg":"none"}')}.${btoa('{"sub":"user-1","exp":4000000000}')}.x`,
        refresh_token: 'refresh',
        token_type: 'bearer',
        expires_in: 3600,
        user: { id: 'user-1', aud: 'authenticated' },
      },
    },
  });
  fireEvent.change(await screen.findByLabelText('Code from the SMS'), { target: { value: '407 189' } });
  await waitFor(() => expect(backend.callsOf('POST /auth/v1/verify')).toHaveLength(1));
  expect(backend.callsOf('POST /auth/v1/verify')[0]?.body).toMatchObject({
    phone: '+919000000012',
    token: '407189',
    type: 'sms',
  });
  const user = { id: 'user-1', email: null, phone: '919000000012', fullName: null };
  act(() => store.set(sessionAtom, { status: 'signed-in', user, isAdmin: false }));
  expect((await screen.findByTestId('address')).textContent).toBe('/my-bookings');
});

test('shows a wrong or expired code at the field and focuses it', async () => {
  await sendNumber({ ...sent, 'POST /auth/v1/verify': rejected(403, 'otp_expired') });
  const field = await screen.findByLabelText('Code from the SMS');
  fireEvent.change(field, { target: { value: '111111' } });
  expect(await screen.findByText('The code is wrong or has expired. Send a new one')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
});

test('after too many codes it says how long to wait', async () => {
  await sendNumber({
    'POST /auth/v1/otp': rejected(429, 'over_sms_send_rate_limit', 'you can only request this after 17000 seconds.'),
  });
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries. Try again in about 5\u00a0h.');
});

test('a code sent before can be entered while the countdown to the next one continues', async () => {
  await sendNumber({
    'POST /auth/v1/otp': rejected(429, 'over_sms_send_rate_limit', 'you can only request this after 12 seconds.'),
  });
  expect(await screen.findByLabelText('Code from the SMS')).toBeTruthy();
  expect(screen.getByText('Send a new code in 0:12.')).toBeTruthy();
});

test('after 30 seconds a new code can be sent; screen readers hear start and end of the countdown only', async () => {
  jest.useFakeTimers();
  const tap = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const backend = fakeBackend(sent);
  renderPage(page, { path: '/auth' });
  await tap.type(await screen.findByLabelText('Mobile number'), '90000 00012');
  await tap.click(screen.getByRole('button', { name: 'Send the code' }));
  await screen.findByLabelText('Code from the SMS');
  const announced = screen.getByRole('status');
  expect(announced.textContent).toBe('You can send a new one in 30 seconds.');
  act(() => jest.advanceTimersByTime(6_000));
  expect(screen.getByText(/Send a new code in 0:2\d\./).getAttribute('aria-hidden')).toBe('true');
  expect(announced.textContent).toBe('You can send a new one in 30 seconds.');
  act(() => jest.advanceTimersByTime(25_000));
  expect(announced.textContent).toBe('You can send a new code now.');
  await tap.click(screen.getByRole('button', { name: 'Send a new code' }));
  await waitFor(() => expect(announced.textContent).toMatch(/A new code is on its way/));
  expect(backend.callsOf('POST /auth/v1/otp')).toHaveLength(2);
});
