import userEvent from '@testing-library/user-event';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

test('the sheet shows the booking named in the address with all its details', async () => {
  const sheet = await openSheet();
  expect(sheet.getByRole('link', { name: /^90000.00012$/ }).getAttribute('href')).toBe('tel:+919000000012');
  expect(sheet.getByText(/12 Rose Villa, NIBM Road, Opposite the bakery, Kondhwa, 411048/)).toBeTruthy();
  expect(sheet.getByText('Front brake squeaks.')).toBeTruthy();
  expect(
    sheet.getByRole('heading', { name: /^Royal Enfield Classic 350, 2021 model, 1.h 45.min, 12,450.km$/ }),
  ).toBeTruthy();
  expect(sheet.getByText('Extra work up to ₹500 without asking')).toBeTruthy();
  expect(sheet.getByText('Confirmed by the customer')).toBeTruthy();
});

test('a bike without a plate is identified by its chassis number', async () => {
  shop.bookings = [{ ...today, vehicle_number: null, chassis_last5: 'AB1Z9' }];
  const sheet = await openSheet();
  expect(sheet.getByText('Plate not issued yet, chassis ends in AB1Z9')).toBeTruthy();
});

const message = {
  id: 7,
  kind: 'confirmation',
  channel: 'sms',
  status: 'sent',
  due_at: '2026-11-20T05:00:00+00:00',
  sent_at: '2026-11-20T05:02:00+00:00',
  last_error: null,
};

const failed = { ...message, id: 8, channel: 'mail', status: 'failed', sent_at: null, last_error: 'No such mailbox' };

test('shows the messages of a booking with their state, and resends a failed one', async () => {
  const toCome = {
    ...message,
    id: 9,
    kind: 'reminder_2h',
    status: 'waiting',
    due_at: '2026-11-21T03:30:00+00:00',
    sent_at: null,
  };
  const tried = { ...failed, id: 10, status: 'waiting', last_error: 'No answer' };
  const dropped = { ...message, id: 11, kind: 'change', status: 'dropped', sent_at: null };
  shop.bookings = [{ ...today, message_outbox: [toCome, message, failed, tried, dropped] }];
  const sheet = await openSheet();
  expect(sheet.getByText('SMS sent: confirmation').parentElement?.textContent).toMatch(/Fri 20.Nov, 10:32.am/);
  expect(sheet.getByText('SMS to come: reminder 2 hours before')).toBeTruthy();
  expect(sheet.getByText('Mail is tried again: confirmation. No answer')).toBeTruthy();
  expect(sheet.getByText(/Mail failed: confirmation. No such mailbox/)).toBeTruthy();
  expect(sheet.queryByText(/new time/)).toBeNull();
  shop.bookings = [{ ...today, message_outbox: [{ ...failed, status: 'waiting', last_error: null }] }];
  await userEvent.click(sheet.getByRole('button', { name: 'Send again: Mail, confirmation' }));
  expect(await sheet.findByText('Mail to come: confirmation')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/retry_message')[0]?.body).toEqual({ message: 8 });
  expect(sheet.queryByRole('button', { name: /Send again/ })).toBeNull();
});

test('does not resend a message that is no longer true, and says why', async () => {
  shop.bookings = [{ ...today, message_outbox: [failed] }];
  const sentence = 'The booking has changed since: this message would no longer be true.';
  shop.backend.answer('POST /rest/v1/rpc/retry_message', rejected(409, 'not_current'));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Send again: Mail, confirmation' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(sentence);
  expect(sheet.getByRole('button', { name: 'Send again: Mail, confirmation' })).toBeTruthy();
});
