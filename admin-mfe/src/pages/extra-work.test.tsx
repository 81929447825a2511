import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

test('extra work is proposed with its reason and price, and an answer by phone is recorded', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, status: 'proposed' };
  shop.bookings = [{ ...today, status: 'inspecting' }];
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Propose extra work' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Propose it' }));
  expect(sheet.getByText('Name the work in 2 to 80 characters')).toBeTruthy();
  fireEvent.change(sheet.getByLabelText('Work'), { target: { value: 'Brake pads' } });
  fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'Worn' } });
  fireEvent.change(sheet.getByLabelText(/^Price/), { target: { value: '600' } });
  shop.bookings = [{ ...today, status: 'awaiting_approval', extra_work: [{ ...line, decided_by: null }] }];
  await userEvent.click(sheet.getByRole('button', { name: 'Propose it' }));
  expect(await screen.findByText('Brake pads is proposed for ₹600')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/propose_extra_work')[0]?.body).toEqual({
    booking: today.id,
    items: [{ name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, urgency: 'due_now' }],
  });
  await userEvent.click(await sheet.findByRole('button', { name: 'Yes, do it: Brake pads for ₹600' }));
  await waitFor(() => expect(shop.backend.callsOf('POST /rest/v1/rpc/answer_extra_work')).toHaveLength(1));
  expect(shop.backend.callsOf('POST /rest/v1/rpc/answer_extra_work')[0]?.body).toEqual({
    line: 'pads',
    answer: 'yes',
    note: 'Said yes on the phone',
  });
});

test.each([
  ['Yes, do it: Brake pads for ₹600', 'yes', 'Approved: Brake pads'],
  ['No, leave it: Brake pads', 'no', 'Declined: Brake pads'],
  ['Later: Brake pads', 'later', 'Later: Brake pads'],
  ['Called, no answer: Brake pads', 'none', 'No answer: Brake pads'],
])('the answer “%s” by phone is noted as %s, for the price that was said', async (name, answer, words) => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, price_version: 2 };
  shop.bookings = [
    {
      ...{ ...today, status: 'awaiting_approval' },
      extra_work: [{ ...line, status: 'proposed', decided_by: null, proposed_at: '2026-11-21T06:34:00Z' }],
    },
  ];
  const sheet = await openSheet();
  expect(sheet.getByText(/^Sent .*12:04.pm, not seen yet$/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/answer_extra_work').map(({ body }) => body)).toEqual([
    {
      ...{ line: 'pads', answer, price_version: 2 },
      note: answer === 'none' ? 'Called, no answer' : `Said ${answer} on the phone`,
    },
  ]);
});

test('an answer that was given is changed by phone until its work begins', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, price_version: 2 };
  const said = { ...line, status: 'declined', decided_by: 'customer', decided_at: '2026-11-21T06:35:00Z' };
  const begun = { ...said, id: 'bulb', name: 'Bulb', status: 'approved', locked_at: '2026-11-21T07:00:00Z' };
  shop.bookings = [{ ...today, status: 'in_service', extra_work: [{ ...said, locked_at: null }, begun] }];
  const sheet = await openSheet();
  expect(sheet.getByText(/^The customer said no /)).toBeTruthy();
  expect(sheet.getByText(/^The customer said yes .* The work on it began /)).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Change the answer: Bulb' })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Change the answer: Brake pads' }));
  expect(sheet.queryByRole('button', { name: 'Called, no answer: Brake pads' })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Yes, do it: Brake pads for ₹600' }));
  expect(await screen.findByText('Approved: Brake pads')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/answer_extra_work')[0]?.body).toEqual({
    ...{ line: 'pads', answer: 'yes', price_version: 2 },
    note: 'Said yes on the phone',
  });
});

test('the price of a line that waits for its answer is corrected', async () => {
  const line = { id: 'pads', name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30, status: 'proposed' };
  shop.bookings = [{ ...today, status: 'awaiting_approval', extra_work: [{ ...line, decided_by: null }] }];
  shop.backend.answer('POST /rest/v1/rpc/reprice_extra_work', { body: { status: 'awaiting_approval' } });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Correct the price: Brake pads' }));
  const price = sheet.getByLabelText<HTMLInputElement>('Price of Brake pads in rupees');
  expect(price.value).toBe('600');
  fireEvent.change(price, { target: { value: '550' } });
  await userEvent.click(sheet.getByRole('button', { name: 'Correct the price' }));
  expect(await screen.findByText('Brake pads costs ₹550 now')).toBeTruthy();
  expect(shop.backend.callsOf('POST /rest/v1/rpc/reprice_extra_work')[0]?.body).toEqual({ line: 'pads', price: 550 });
});
