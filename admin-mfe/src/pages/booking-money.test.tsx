import { rejected } from '@twostroke/shared/testing/fake-backend';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildPayment, cardAtCounter, claimedUpi } from '@twostroke/shared/testing/build-payment';
import { fill } from '@twostroke/shared/testing/fill';
import { openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

test('the amount due names the fee and the credit, and a missed window is credited once', async () => {
  shop.payment = buildPayment({
    due: 1799,
    carried: [{ number: '7b1d04c2', amount: 200 }],
    credit: 100,
    late_credit: true,
  });
  shop.backend.answer('POST /rest/v1/rpc/give_late_credit', () => {
    shop.payment = buildPayment({ due: 1699, credit: 200, late_credit: false });
    return { body: {} };
  });
  const sheet = await openSheet();
  expect(sheet.getByText(/^In it: Fee of missed booking 7b1d04c2, ₹200; Credit from us, [-−]₹100\.$/)).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'We were late' }));
  await fill(sheet.getByLabelText('What happened'), 'Held up in traffic');
  await userEvent.click(sheet.getByRole('button', { name: 'Give ₹100 credit' }));
  await screen.findByText('₹100 credit for booking 4f9c21ab');
  await waitFor(() => expect(sheet.queryByRole('button', { name: 'We were late' })).toBeNull());
  expect(shop.backend.callsOf('POST /rest/v1/rpc/give_late_credit')[0]?.body).toEqual({
    booking: today.id,
    note: 'Held up in traffic',
  });
});

test('records cash up to the amount due that the database reports', async () => {
  shop.backend.answer('POST /rest/v1/rpc/record_payment', () => rejected(422, 'amount', { due: 500 }));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Cash received' }));
  const amount = sheet.getByLabelText('Cash in rupees');
  expect((amount as HTMLInputElement).value).toBe('1699');
  await userEvent.clear(amount);
  await userEvent.type(amount, '5000');
  await userEvent.click(sheet.getByRole('button', { name: 'Cash received' }));
  await sheet.findByText('Enter what you were given, up to ₹500');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/record_payment')[0]?.body).toEqual({
    booking: today.id,
    method: 'cash',
    amount: 5000,
  });
});

test('records a card with the approval code of the terminal, and shows it', async () => {
  shop.backend.answer('POST /rest/v1/rpc/record_payment', () => {
    shop.payment = buildPayment({ status: 'paid', paid: 2048, due: 0, payments: [cardAtCounter] });
    return { body: {} };
  });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Card received' }));
  expect(sheet.getByLabelText<HTMLInputElement>('Charged in rupees').value).toBe('1699');
  await userEvent.type(sheet.getByLabelText('Approval code'), '00471B');
  await userEvent.dblClick(sheet.getByRole('button', { name: 'Card received' }));
  await screen.findByText('₹1,699 by card for booking 4f9c21ab');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/record_payment').map(({ body }) => body)).toEqual([
    { booking: today.id, method: 'card', amount: 1699, terminal_reference: '00471B' },
  ]);
  expect(await sheet.findByText(/^Card, ₹2,048, paid, .*, approval code 00471B$/)).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Card received' })).toBeNull();
});

test.each([
  ['', 'Enter the approval code on the slip, 4 to 20 letters or digits'],
  ['471', 'Enter the approval code on the slip, 4 to 20 letters or digits'],
  ['4111 1111 1111 1111', /^This looks like a card number/],
])('the approval code “%s” is not sent', async (code, problem) => {
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Card received' }));
  const field = sheet.getByLabelText('Approval code');
  if (code) await userEvent.type(field, code);
  await userEvent.click(sheet.getByRole('button', { name: 'Card received' }));
  expect(await sheet.findByText(problem)).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(shop.backend.callsOf('POST /rest/v1/rpc/record_payment')).toEqual([]);
});

test.each([
  [
    'terminal_reference_used',
    409,
    { amount: 500 },
    'This approval code is recorded with this booking for ₹500. Check the slip.',
  ],
  ['terminal_reference', 422, undefined, 'Enter the approval code on the slip, 4 to 20 letters or digits'],
  ['card_number', 422, undefined, /^This looks like a card number/],
  ['method', 422, undefined, 'Choose cash or card'],
  ['paid', 409, undefined, 'There is nothing left to pay.'],
  ['not_confirmed', 409, undefined, 'This booking is not confirmed, so nothing is due yet.'],
])('a card that is rejected with %s says why and keeps what was typed', async (hint, status, data, sentence) => {
  shop.backend.answer('POST /rest/v1/rpc/record_payment', () => rejected(status, hint, data));
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Card received' }));
  await userEvent.type(sheet.getByLabelText('Approval code'), '00471B');
  await userEvent.click(sheet.getByRole('button', { name: 'Card received' }));
  expect(await sheet.findByText(sentence)).toBeTruthy();
  expect(sheet.getByLabelText<HTMLInputElement>('Approval code').value).toBe('00471B');
});

test('a refund of a card at the counter is made on the terminal first', async () => {
  const refund = {
    payment_id: cardAtCounter.id,
    amount_paise: 204800,
    reason: 'cancelled',
    status: 'asked',
    note: null,
  };
  shop.payment = buildPayment({
    ...{ status: 'refund_due', due: 0, payments: [cardAtCounter] },
    refunds: [{ id: 'refund-1', ...refund }],
  });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: '₹2,048 given back' }));
  expect(sheet.getByText(/Refund it on the terminal first \(approval code 00471B\)/)).toBeTruthy();
});

test('a claimed UPI payment is confirmed, or rejected with a note for the customer', async () => {
  shop.payment = buildPayment({ status: 'claimed', payments: [claimedUpi] });
  shop.backend.answer('POST /rest/v1/rpc/reject_claim', () => {
    shop.payment = buildPayment({ payments: [{ ...claimedUpi, status: 'failed' }] });
    return { body: {} };
  });
  const sheet = await openSheet();
  expect(sheet.getByText('Payment claimed, verifying')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'It is not there' }));
  await userEvent.click(sheet.getByRole('button', { name: 'It is not there' }));
  expect(await sheet.findByText('Say what you looked for: the customer reads it')).toBeTruthy();
  await fill(sheet.getByLabelText('What the customer reads'), 'no such reference');
  await userEvent.click(sheet.getByRole('button', { name: 'It is not there' }));
  await screen.findByText('₹2,048 by UPI is marked as not received; the customer reads your note on the booking page');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/reject_claim')[0]?.body).toEqual({
    payment: claimedUpi.id,
    note: 'no such reference',
  });
});

test('the form closes when the claim was settled elsewhere meanwhile', async () => {
  shop.payment = buildPayment({ status: 'claimed', payments: [claimedUpi] });
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'The UPI money is there' }));
  expect(sheet.getByRole('button', { name: 'The money is there' })).toBeTruthy();
  shop.payment = buildPayment({
    status: 'paid',
    paid: 2048,
    due: 0,
    payments: [{ ...claimedUpi, status: 'captured' }],
  });
  shop.backend.answer('POST /rest/v1/rpc/confirm_payment', () => rejected(409, 'gateway_confirms'));
  await waitFor(() => expect(shop.realtime.wanted('admin-day')).toEqual(['INSERT', 'UPDATE']));
  act(() => shop.realtime.join('admin-day'));
  act(() => shop.realtime.emit('admin-day', 'UPDATE', { id: today.id }));
  await sheet.findByText('Paid');
  expect(sheet.queryByRole('button', { name: 'The money is there' })).toBeNull();
  expect(sheet.getByRole('button', { name: 'Confirm and assign' })).toBeTruthy();
});

test('staff record a refund that no gateway makes', async () => {
  shop.payment = buildPayment({
    status: 'refund_due',
    due: 0,
    payments: [{ ...claimedUpi, status: 'captured', captured_paise: 204800 }],
    refunds: [
      {
        id: 'refund-1',
        payment_id: claimedUpi.id,
        amount_paise: 204800,
        reason: 'cancelled',
        status: 'asked',
        note: null,
      },
    ],
  });
  shop.backend.answer('POST /rest/v1/rpc/finish_refund', () => ({ body: {} }));
  const sheet = await openSheet();
  expect(sheet.getByText('₹2,048 goes back: the booking was cancelled; not done yet')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: '₹2,048 given back' }));
  await userEvent.type(sheet.getByLabelText('How it was given back'), 'UPI 4711');
  await userEvent.click(sheet.getByRole('button', { name: 'Given back' }));
  await screen.findByText('₹2,048 was given back');
  expect(shop.backend.callsOf('POST /rest/v1/rpc/finish_refund')[0]?.body).toEqual({
    refund: 'refund-1',
    note: 'UPI 4711',
  });
});

test('the trail words what happened by its kind, with who did it', async () => {
  const [booked] = today.booking_events;
  const step = { ...booked!, from_status: 'confirmed', to_status: 'confirmed' };
  const booking_events = [
    { ...step, id: 4, actor: 'admin', kind: 'moved', data: { cause: 'weather' }, note: 'Flooded road' },
    { ...step, id: 3, actor: 'system', kind: 'payment_received', data: { rupees: 1699, method: 'card' } },
    { ...step, id: 2, kind: 'payment_reported', data: { rupees: 1699, reference: 'TS4F9C21AB' } },
    booked!,
  ];
  shop.bookings = [{ ...today, booking_events }];
  const sheet = await openSheet();
  expect(sheet.getByText('Noted by the shop: Rain or a closed road. Flooded road')).toBeTruthy();
  expect(sheet.getByText('Noted by the system: Paid ₹1,699 by card')).toBeTruthy();
  expect(sheet.getByText('Noted by the customer: Says ₹1,699 is paid by UPI, reference TS4F9C21AB')).toBeTruthy();
  expect(sheet.getByText('Confirmed by the customer')).toBeTruthy();
});

const moneyBack: [string, (sheet: Awaited<ReturnType<typeof openSheet>>) => Promise<void>][] = [
  [
    'cancel_booking',
    async (sheet) => {
      await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }));
      await userEvent.selectOptions(sheet.getByLabelText('Who caused the change'), 'customer');
      await userEvent.click(sheet.getByRole('checkbox', { name: 'Waive the fee of ₹200' }));
      fireEvent.change(sheet.getByLabelText('Why it is waived'), { target: { value: 'Our mistake' } });
      fireEvent.change(sheet.getByLabelText('Why, for the customer'), { target: { value: 'As you asked' } });
      await userEvent.click(sheet.getByRole('button', { name: 'Cancel the booking' }));
    },
  ],
  [
    'reschedule_booking',
    async (sheet) => {
      await userEvent.click(sheet.getByRole('button', { name: 'Move' }));
      const dialog = within(screen.getByRole('dialog', { name: 'Move to another time' }));
      await userEvent.selectOptions(dialog.getByLabelText('Who caused the change'), 'customer');
      await userEvent.click(dialog.getByRole('checkbox', { name: 'Waive the fee of ₹100' }));
      fireEvent.change(dialog.getByLabelText('Why it is waived'), { target: { value: 'Our mistake' } });
      await userEvent.click(await dialog.findByRole('radio', { name: /^2 and 4.pm/ }));
      await userEvent.click(dialog.getByRole('button', { name: /^Move to/ }));
    },
  ],
  [
    'set_booking_fee',
    async (sheet) => {
      await userEvent.click(sheet.getByRole('button', { name: 'Change the fee' }));
      fireEvent.change(sheet.getByLabelText('Why'), { target: { value: 'A regular' } });
      await userEvent.click(sheet.getByRole('button', { name: 'Change the fee' }));
    },
  ],
  [
    'give_late_credit',
    async (sheet) => {
      await userEvent.click(sheet.getByRole('button', { name: 'We were late' }));
      fireEvent.change(sheet.getByLabelText('What happened'), { target: { value: 'Nobody came' } });
      await userEvent.click(sheet.getByRole('button', { name: 'Give ₹100 credit' }));
    },
  ],
];
for (const [name, press] of moneyBack)
  test(`${name} asks for the password again when the sign-in is old, and goes on`, async () => {
    shop.terms = { ...shop.terms, cancel_fee: 200, move_fee: 100 };
    shop.payment = buildPayment({ due: 1699, late_credit: true });
    shop.bookings = [{ ...today, fee: 100 }];
    let isFresh = false;
    shop.backend.answer(`POST /rest/v1/rpc/${name}`, () => (isFresh ? { body: {} } : rejected(403, 'sign_in_again')));
    shop.backend.answer('POST /rest/v1/rpc/second_factor', { body: { enrolled: false } });
    const signInWithPassword = () => {
      isFresh = true;
      return Promise.resolve({ error: null });
    };
    shop.realtime.loadSupabase = () => Promise.resolve({ auth: { signInWithPassword } } as never);
    await press(await openSheet());
    const ask = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
    await fill(await ask.findByLabelText('Password'), 'correct horse');
    await userEvent.click(ask.getByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(shop.backend.callsOf(`POST /rest/v1/rpc/${name}`)).toHaveLength(2));
    const [first, second] = shop.backend.callsOf(`POST /rest/v1/rpc/${name}`);
    expect(second!.body).toEqual(first!.body);
  });
