import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@twostroke/shared/testing/fill';
import { open, shop } from '../testing/open-admin.tsx';
import { answerCalls, bodies, callIn } from '../testing/open-caller.tsx';

beforeEach(answerCalls);

const card = {
  phone: '+919000000024',
  email: 'vikram@example.in',
  bookings: [
    {
      ...{ id: 'b9', number: '4f9c21ab', status: 'completed', booking_date: '2026-08-21', work: 'General Service' },
      ...{ bike_name: 'Royal Enfield Classic 350', vehicle_number: 'MH12ZZ0079', amount: 1699 },
    },
  ],
  notes: [{ id: 'n1', note: 'Dog at the gate', at: '2026-08-21T04:42:00+00:00', by: 'Meera Kale' }],
  calls: [
    {
      ...{ id: 'l1', at: '2026-08-20T04:42:00+00:00', by: 'Meera Kale', about: 'Asked for a price' },
      ...{ outcome: 'booked', booking: '4f9c21ab' },
    },
  ],
  messages: [
    { id: 7, kind: 'ready', channel: 'sms', status: 'sent', at: '2026-08-21T09:00:00+00:00', booking: '4f9c21ab' },
  ],
};

test('the card of a customer has notes, bookings, calls and messages, and one key writes the call down', async () => {
  const user = userEvent.setup();
  shop.backend.answer('POST /rest/v1/rpc/get_customer', { body: card });
  shop.backend.answer('POST /rest/v1/rpc/log_call', { body: {} });
  await callIn();
  const shown = within(await screen.findByRole('region', { name: 'Customer card' }));
  await waitFor(() => expect(screen.getAllByText(/Dog at the gate/).length).toBeGreaterThan(1));
  expect(shown.getByText(/No\. 4f9c21ab/, { selector: 'a' })).toBeTruthy();
  expect(shown.getByText(/Asked for a price, booked, No\. 4f9c21ab, Meera Kale/)).toBeTruthy();
  expect(shown.getByText('SMS, bike is ready, No. 4f9c21ab: sent')).toBeTruthy();
  expect(shown.getByText(/Mail goes to vikram@example\.in/)).toBeTruthy();
  await user.type(screen.getByLabelText('A job, or what is wrong'), 'Where is my bill');
  await user.keyboard('{Alt>}l{/Alt}');
  await waitFor(() =>
    expect(bodies('log_call')).toEqual([{ phone: '+919000000024', outcome: 'reached', about: 'Where is my bill' }]),
  );
  expect(screen.getByLabelText<HTMLInputElement>('A job, or what is wrong').value).toBe('Where is my bill');
});

test('a note is kept with the customer, a reminder comes up on the own board when it is due', async () => {
  shop.backend.answer('POST /rest/v1/rpc/get_customer', { body: card });
  shop.backend.answer('POST /rest/v1/customer_notes', { body: [{ id: 'n2' }] });
  shop.backend.answer('POST /rest/v1/desk_reminders', { body: [{ id: 'r1' }] });
  await callIn();
  await userEvent.click(await screen.findByText('Write down'));
  const words = screen.getByLabelText('Note, or what to remind you of');
  await fill(words, 'Call after six');
  await userEvent.click(screen.getByRole('button', { name: 'Keep as a note' }));
  await waitFor(() => expect(shop.backend.callsOf('POST /rest/v1/customer_notes')).toHaveLength(1));
  expect(shop.backend.callsOf('POST /rest/v1/customer_notes')[0]?.body).toEqual({
    phone: '+919000000024',
    note: 'Call after six',
  });
  await fill(words, 'Send the bill');
  await userEvent.click(screen.getByRole('button', { name: 'Remind me' }));
  await waitFor(() => expect(shop.backend.callsOf('POST /rest/v1/desk_reminders')).toHaveLength(1));
  const [{ body: reminder } = { body: {} }] = shop.backend.callsOf('POST /rest/v1/desk_reminders');
  expect(reminder).toMatchObject({ phone: '+919000000024', words: 'Send the bill' });
});

test('only reminders that are due stand on the board, and go with one press', async () => {
  shop.backend.answer('GET /rest/v1/desk_reminders', {
    body: [
      { id: 'r1', phone: '+919000000024', words: 'Send the bill', due_at: new Date(Date.now() - 60_000).toISOString() },
      { id: 'r2', phone: null, words: 'Later', due_at: new Date(Date.now() + 3_600_000).toISOString() },
    ],
  });
  shop.backend.answer('PATCH /rest/v1/desk_reminders', { body: [{ id: 'r1' }] });
  open();
  const list = within(await screen.findByRole('region', { name: 'Reminders' }));
  expect(list.queryByText('Later')).toBeNull();
  await userEvent.click(list.getByRole('button', { name: /^Done ?: Send the bill$/ }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Reminders' })).toBeNull());
  expect(shop.backend.callsOf('PATCH /rest/v1/desk_reminders')[0]?.body).toHaveProperty('done_at');
});
