import { fakeBackend, type FakeAnswer, rejected } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as page from './contact.tsx';

const shop = {
  address: 'Shop 4, Sample Arcade',
  gstin: '27AAAAA0000A1ZX',
  free_pickup_from: 999,
  horizon_days: 30,
  workshop_area: 'kondhwa',
  is_demo: true,
};

function open(answer: FakeAnswer = { body: { id: 'a' } }) {
  const backend = fakeBackend({
    'GET /rest/v1/shop': { body: [shop] },
    'GET /rest/v1/business_hours': { body: [{ weekday: 0, opens: '10:00:00', closes: '16:00:00' }] },
    'GET /rest/v1/arrival_windows': { body: [{ weekday: 0, starts: '10:00:00', ends: '12:00:00' }] },
    'GET /rest/v1/areas': { body: [{ slug: 'kondhwa', name: 'Kondhwa', pin: '411048', map_x: 128, map_y: 206 }] },
    'POST /rest/v1/rpc/request_callback': answer,
  });
  renderPage(page, { path: '/contact' });
  return backend;
}

const send = 'POST /rest/v1/rpc/request_callback';

async function fill(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Your name'), 'Asha Kulkarni');
  await userEvent.type(screen.getByLabelText('Mobile number'), '098220 12345');
  await userEvent.type(screen.getByLabelText('What can we do for you?'), 'Does a 1998 Splendor fit in?');
  await userEvent.click(screen.getByRole('button', { name: 'Send the message' }));
}

test('says what is missing, lists it above the form and keeps the message', async () => {
  const backend = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Send the message' }));
  const summary = screen.getByRole('alert');
  expect(document.activeElement).toBe(summary);
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Enter your name',
    'Enter a 10-digit Indian mobile number, like 98220 12345',
    'Write what we can do for you',
  ]);
  expect(screen.getByLabelText('Mobile number').getAttribute('aria-invalid')).toBe('true');
  expect(backend.callsOf(send)).toHaveLength(0);
});

test('moving and cancelling are sent to the page of the booking, not to the phone', async () => {
  open();
  const row = await screen.findByRole('row', { name: /^Move or cancel a booking/ });
  expect(within(row).getByText('On your booking’s page, which shows first what it costs')).toBeTruthy();
});

test('sends a message and says what happens next', async () => {
  const backend = open();
  await fill();
  const thanks = await screen.findByRole('status');
  expect(thanks.textContent).toMatch(/Thank you, Asha Kulkarni\. We call 98220.12345/);
  expect(document.activeElement).toBe(thanks);
  expect(backend.callsOf(send)[0]?.body).toEqual({
    kind: 'message',
    name: 'Asha Kulkarni',
    phone: '098220 12345',
    details: { message: 'Does a 1998 Splendor fit in?' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Write another message' }));
  expect(screen.getByText('500 characters left')).toBeTruthy();
});

test('shows a validation error of the server at its field', async () => {
  open(rejected(422, 'name'));
  await fill();
  expect(await screen.findByRole('link', { name: 'Enter your name' })).toBeTruthy();
  expect(screen.getByLabelText('Your name').getAttribute('aria-invalid')).toBe('true');
});

test("after too many messages it shows the shop's sentence and keeps the text", async () => {
  open(rejected(429, 'too_many_callbacks', { retry_after: 60 }));
  await fill();
  expect((await screen.findByRole('alert')).textContent).toMatch(/We have your number and will call\./);
  expect(screen.getByLabelText<HTMLTextAreaElement>('What can we do for you?').value).toMatch(/Splendor/);
});

test('a failure loses nothing that was written, and offers the phone', async () => {
  open({ status: 503, body: { message: 'down' } });
  await fill();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/What you wrote is still here/);
  expect(within(alert).getByRole('link').getAttribute('href')).toMatch(/^tel:/);
  expect(document.activeElement).toBe(alert);
});

test('shows the areas, the hours and that the shop is a demo', async () => {
  open();
  expect((await screen.findAllByRole('link', { name: /Kondhwa/ })).length).toBeGreaterThan(1);
  expect(document.getElementById('areas')).toBeTruthy();
  expect(screen.getByText(/This is a demo shop/)).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Hours and arrival windows' })).toBeTruthy();
});
