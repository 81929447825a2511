import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildPayment } from '@twostroke/shared/testing/build-payment';
import { rejected, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

test("picking up a bike needs the customer's code; a wrong code shows the remaining attempts", async () => {
  const sentence = 'This is not the code of this booking. 4 tries are left.';
  let answer: FakeAnswer = rejected(422, 'wrong_code', { tries_left: 4 });
  shop.bookings = [{ ...today, mode: 'pickup', status: 'assigned' }];
  shop.backend.answer('POST /rest/v1/rpc/set_booking_status', () => answer);
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Picked up' }));
  const code = sheet.getByLabelText('Handover code');
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('inputmode')).toBe('numeric');
  await userEvent.type(code, '12');
  await userEvent.click(sheet.getByRole('button', { name: 'Picked up' }));
  expect(sheet.getByText('Enter the 4 figures of the code')).toBeTruthy();
  await userEvent.type(code, '34');
  await userEvent.click(sheet.getByRole('button', { name: 'Picked up' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(sentence);
  answer = { body: { status: 'picked_up' } };
  await userEvent.clear(code);
  await userEvent.type(code, '4821');
  await userEvent.click(sheet.getByRole('button', { name: 'Picked up' }));
  await screen.findByText('Booking 4f9c21ab: Picked up');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status').map(({ body }) => body)).toMatchObject([
    { handover_code: '1234' },
    { handover_code: '4821' },
  ]);
});

test('without the code a note is required', async () => {
  shop.bookings = [{ ...today, status: 'ready' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await userEvent.click(sheet.getByRole('button', { name: 'No code?' }));
  const why = sheet.getByLabelText('Why without the code');
  expect(document.activeElement).toBe(why);
  expect(sheet.queryByLabelText('Handover code')).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(sheet.getByText('Say why it goes without the code')).toBeTruthy();
  await fill(why, 'Her phone is dead');
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await screen.findByText('Booking 4f9c21ab is done, ₹1,699');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'completed',
    final_price: 1699,
    without_code: 'Her phone is dead',
  });
});

test('completing suggests the estimate as the bill', async () => {
  shop.bookings = [{ ...today, status: 'ready' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Bill in rupees').value).toBe('1699');
  await userEvent.type(sheet.getByLabelText('Handover code'), '4821');
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await screen.findByText('Booking 4f9c21ab is done, ₹1,699');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status')[0]?.body).toEqual({
    booking: today.id,
    to_status: 'completed',
    final_price: 1699,
    handover_code: '4821',
  });
});

test('a bill is at most what was agreed, and the form says so', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, decided_by: 'customer' };
  const extra_work = [
    { ...line, status: 'approved' },
    { ...line, id: 'mirror', name: 'New mirror', status: 'declined' },
  ];
  shop.bookings = [{ ...today, status: 'ready', extra_work }];
  // Not the sum of the lines: the database decides.
  shop.payment = buildPayment({ agreed: 2199 });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(
    sheet.getByText('GST included. At most ₹2,199, as agreed: the estimate of ₹1,699 and ₹500 of extra work.'),
  ).toBeTruthy();
  await userEvent.type(sheet.getByLabelText('Handover code'), '4821');
  const bill = sheet.getByLabelText('Bill in rupees');
  fireEvent.change(bill, { target: { value: '2200' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect(sheet.getByText(/^The customer has agreed to ₹2,199\. Bill that or less: more work is proposed/)).toBeTruthy();
  expect(document.activeElement).toBe(bill);
  fireEvent.change(bill, { target: { value: '2000' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await screen.findByText('Booking 4f9c21ab is done, ₹2,000');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/set_booking_status').map(({ body }) => body)).toMatchObject([
    { final_price: 2000 },
  ]);
});

test('a bill that the database rejects as too high shows its sentence', async () => {
  shop.bookings = [{ ...today, status: 'ready' }];
  shop.backend.answer('POST /rest/v1/rpc/set_booking_status', () => rejected(409, 'not_agreed', { agreed: 1500 }));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  await userEvent.type(sheet.getByLabelText('Handover code'), '4821');
  await userEvent.click(sheet.getByRole('button', { name: 'Complete' }));
  expect((await sheet.findByRole('alert')).textContent).toMatch(
    /^The customer has agreed to ₹1,500\. Bill that or less: /,
  );
});
