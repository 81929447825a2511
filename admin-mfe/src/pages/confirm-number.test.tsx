import { rejected } from '@twostroke/shared/testing/fake-backend';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

const RPC = 'POST /rest/v1/rpc/confirm_number';
const note = /The number is not confirmed/;

beforeEach(() => {
  shop.numberProven = false;
  shop.backend.answer(RPC, () => {
    shop.numberProven = true;
    return { body: {} };
  });
});

test('staff confirm the number with the code that the customer reads aloud', async () => {
  const sheet = await openSheet();
  expect(sheet.getByText(note)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm the number' }));
  const field = sheet.getByLabelText('Confirm the number');
  expect(document.activeElement).toBe(field);
  // The keyboard of a phone must not turn a code into words.
  expect([field.getAttribute('autocapitalize'), field.getAttribute('spellcheck')]).toEqual(['characters', 'false']);
  await userEvent.type(field, '7kq0x 2m4zd');
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm the number' }));
  await screen.findByText('The number 90000 00012 is confirmed');
  await waitFor(() => expect(sheet.queryByText(note)).toBeNull());
  expect(shop.backend.callsOf(RPC)[0]?.body).toEqual({ booking: today.id, code: '7kq0x 2m4zd' });
});

test('a code with another length is not sent; a wrong one says what to do', async () => {
  shop.backend.answer(RPC, () => rejected(404, 'unknown_code'));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm the number' }));
  await userEvent.type(sheet.getByLabelText('Confirm the number'), '7KQ0X');
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm the number' }));
  expect(await sheet.findByText('Enter the 10 letters and digits')).toBeTruthy();
  expect(shop.backend.callsOf(RPC)).toEqual([]);
  await userEvent.type(sheet.getByLabelText('Confirm the number'), '2M4ZE');
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm the number' }));
  expect((await sheet.findByRole('alert')).textContent).toMatch(/This is not the code in the SMS of this booking/);
});

test.each([
  ['confirmed', true],
  ['in_service', false],
])('a proven number, and a bike that is %s, need no confirmation', async (status, proven) => {
  shop.numberProven = proven;
  shop.bookings = [{ ...today, status }];
  const sheet = await openSheet();
  expect(sheet.queryByText(note)).toBeNull();
});
