import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeBackend, type FakeAnswer } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { open, openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';
import type { Duty } from '../model/duty.ts';

const person = (name: string, duty: Duty, changes: object = {}) => ({
  user_id: `id-of-${name}`,
  name,
  phone: '+919000000012',
  email: null,
  duty,
  active: true,
  since: '2026-11-01T04:42:00+00:00',
  changed_at: '2026-11-01T04:42:00+00:00',
  you: false,
  last_owner: false,
  open_jobs: 0,
  ...changes,
});
const anand = person('Anand', 'owner', { you: true, last_owner: true });
const sagar = person('Sagar', 'mechanic', { open_jobs: 2 });
const invitation = {
  id: 'invitation-1',
  name: 'Nita',
  email: 'nita@example.in',
  phone: null,
  duty: 'desk',
  ends_at: '2026-12-04T04:42:00+00:00',
  over: false,
};
const again: FakeAnswer = { status: 403, body: { code: 'PT403', message: 'sign_in_again', hint: 'sign_in_again' } };

const people = { staff: [] as object[], invitations: [] as object[] };

/** /admin?view=people of an owner. */
async function openPeople(answers: Parameters<typeof fakeBackend>[0] = {}) {
  shop.backend = fakeBackend({
    'POST /rest/v1/rpc/my_duty': () => ({ body: shop.duty }),
    'POST /rest/v1/rpc/list_staff': () => ({ body: people }),
    ...answers,
  });
  open('/admin?view=people');
  await screen.findByRole('heading', { name: 'People' });
}
const bodies = (name: string) => shop.backend.callsOf(`POST /rest/v1/rpc/${name}`).map(({ body }) => body);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

beforeEach(() => {
  people.staff = [anand, sagar, person('Imran', 'mechanic', { active: false })];
  people.invitations = [invitation];
});

test('lists who works here, who was invited and who left, and what each duty may do', async () => {
  await openPeople();
  const here = within(screen.getByRole('list', { name: 'People who work here' }));
  expect(here.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Anand (you)'),
    expect.stringContaining('2 open jobs'),
  ]);
  expect(screen.getByText('nita@example.in')).toBeTruthy();
  expect(screen.getByText('Left')).toBeTruthy();
  for (const duty of ['Owner', 'Front desk', 'Foreman', 'Mechanic', 'Accountant'])
    expect(screen.getByText(duty, { selector: 'dt' })).toBeTruthy();
});

test('the only owner can neither be changed nor ended', async () => {
  await openPeople();
  expect(screen.getByRole('combobox', { name: 'Duty of Anand' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'End the duty of Anand' })).toBeNull();
});

test('invites by phone or by e-mail, as one field tells', async () => {
  await openPeople({ 'POST /rest/v1/rpc/invite_staff': () => ({ body: people }) });
  for (const [contact, sent] of [
    ['98220 12345', { phone: '98220 12345' }],
    ['meera@example.in', { email: 'meera@example.in' }],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
    const form = await dialog('Invite a person');
    await userEvent.type(form.getByLabelText(/^Name/), 'Meera');
    await userEvent.type(form.getByLabelText(/^Mobile number or e-mail/), contact);
    await userEvent.selectOptions(form.getByLabelText(/^Duty/), 'desk');
    expect(form.getByText(/money that comes in/)).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Invite as front desk' }));
    await waitFor(() => expect(bodies('invite_staff').at(-1)).toEqual({ name: 'Meera', duty: 'desk', ...sent }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('says what is wrong in an invitation, at the field, and keeps what was typed', async () => {
  await openPeople();
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  const form = await dialog('Invite a person');
  await userEvent.type(form.getByLabelText(/^Name/), 'Meera');
  await userEvent.type(form.getByLabelText(/^Mobile number or e-mail/), '12');
  await userEvent.click(form.getByRole('button', { name: 'Invite as mechanic' }));
  expect(form.getByText('Enter a mobile number of 10 digits, or an e-mail address')).toBeTruthy();
  expect(form.getByLabelText(/^Name/)).toHaveProperty('value', 'Meera');
  expect(bodies('invite_staff')).toEqual([]);
});

test('an old sign-in asks for the password in place, and goes on with what was pressed', async () => {
  let isFresh = false;
  await openPeople({
    'POST /rest/v1/rpc/set_duty': () => (isFresh ? { body: people } : again),
    'POST /rest/v1/rpc/second_factor': { body: { enrolled: false } },
  });
  const signIn = jest.fn(() => {
    isFresh = true;
    return Promise.resolve({ error: null });
  });
  shop.realtime.loadSupabase = () => Promise.resolve({ auth: { signInWithPassword: signIn } } as never);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Duty of Sagar' }), 'foreman');
  const ask = await dialog('Is it you?');
  await fill(await ask.findByLabelText('Password'), 'correct horse');
  await userEvent.click(ask.getByRole('button', { name: 'Go on' }));
  await waitFor(() => expect(bodies('set_duty')).toHaveLength(2));
  expect(bodies('set_duty')[1]).toEqual({ person: 'id-of-Sagar', duty: 'foreman' });
  expect(signIn).toHaveBeenCalledWith({ email: 'a@example.com', password: 'correct horse' });
});

test('an old sign-in that is not renewed changes nothing and says why', async () => {
  await openPeople({
    'POST /rest/v1/rpc/set_duty': again,
    'POST /rest/v1/rpc/second_factor': { body: { enrolled: false } },
  });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Duty of Sagar' }), 'foreman');
  const ask = await dialog('Is it you?');
  await userEvent.click(ask.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Enter your password or a code again to do this.')).toBeTruthy();
  expect(bodies('set_duty')).toHaveLength(1);
});

test('ending a duty is confirmed, and says what stays', async () => {
  await openPeople({
    'POST /rest/v1/rpc/set_staff_active': ({ body }) => {
      people.staff = [anand, { ...sagar, active: (body as { active: boolean }).active }];
      return { body: people };
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'End the duty of Sagar' }));
  const asked = await dialog('End the duty of Sagar?');
  expect(asked.getByText(/2 open jobs are theirs/)).toBeTruthy();
  expect(bodies('set_staff_active')).toEqual([]);
  await userEvent.click(asked.getByRole('button', { name: 'End the duty' }));
  await waitFor(() => expect(bodies('set_staff_active')).toEqual([{ person: 'id-of-Sagar', active: false }]));
  await userEvent.click(await screen.findByRole('button', { name: 'Give it back to Sagar' }));
  await waitFor(() => expect(bodies('set_staff_active')[1]).toEqual({ person: 'id-of-Sagar', active: true }));
});

test('an invitation is withdrawn', async () => {
  await openPeople({
    'POST /rest/v1/rpc/withdraw_invitation': () => {
      people.invitations = [];
      return { body: people };
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw the invitation of Nita' }));
  await waitFor(() => expect(screen.queryByText('Nita')).toBeNull());
  expect(bodies('withdraw_invitation')).toEqual([{ invitation: 'invitation-1' }]);
});

const tabsOf: Record<Duty, string[]> = {
  owner: ['Day', 'Floor', 'People', 'Health'],
  desk: ['Day', 'Floor'],
  foreman: ['Day', 'Floor'],
  mechanic: ['Day', 'Floor'],
  accountant: ['Day', 'Who did what'],
};
for (const [duty, tabs] of Object.entries(tabsOf) as [Duty, string[]][])
  test(`the duty ${duty} opens ${tabs.join(', ')}, and another address shows the day`, async () => {
    shop.duty = duty;
    shop.backend.answer('POST /rest/v1/rpc/list_staff', { body: people });
    open('/admin?view=people');
    const bar = await screen.findByRole('navigation', { name: 'Workshop' });
    expect(within(bar).getAllByRole('link').map(({ textContent }) => textContent)).toEqual(tabs); // oxfmt-ignore
    expect(screen.queryByRole('heading', { level: 1, name: 'People' }) !== null).toBe(duty === 'owner');
  });

test('without a duty the page says so and reads nothing', async () => {
  shop.duty = null;
  shop.backend.answer('POST /rest/v1/rpc/second_factor', { body: { staff: true, required: false, enrolled: false } });
  open();
  expect(await screen.findByRole('heading', { name: 'No duty in this workshop' })).toBeTruthy();
  expect(shop.backend.callsOf('GET /rest/v1/staff_bookings')).toEqual([]);
});

const pressed: [Duty, string[], string[]][] = [
  ['desk', ['Confirm and assign', 'Move', 'Cancel', 'Cash received', 'Card received'], ['We were late']],
  ['foreman', ['Confirm and assign'], ['Move', 'Cancel', 'Cash received', 'Card received']],
  ['mechanic', ['Take this job'], ['Move', 'Cancel', 'Cash received', 'Card received']],
  ['accountant', ['Cash received', 'Card received'], ['Confirm and assign', 'Move', 'Cancel']],
];
for (const [duty, offered, missing] of pressed)
  test(`the sheet offers a ${duty} what the duty may do`, async () => {
    shop.duty = duty;
    const sheet = await openSheet();
    for (const name of offered) expect(sheet.getByRole('button', { name })).toBeTruthy();
    for (const name of missing) expect(sheet.queryByRole('button', { name })).toBeNull();
  });

test('a mechanic takes a job without naming anyone, and a phone number that is not shown has no link', async () => {
  shop.duty = 'mechanic';
  shop.bookings = [{ ...today, phone: null }];
  const sheet = await openSheet();
  expect(sheet.queryByRole('link', { name: /Call|90000/ })).toBeNull();
  expect(sheet.queryByRole('button', { name: 'Confirm and assign' })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Take this job' }));
  await waitFor(() => expect(bodies('set_booking_status')).toEqual([{ booking: today.id, to_status: 'assigned' }]));
});

test('the trail of a booking names the person', async () => {
  shop.colleagues = [{ user_id: 'id-of-Meera', name: 'Meera', duty: 'desk', active: false }];
  const [event] = today.booking_events;
  shop.bookings = [{ ...today, booking_events: [{ ...event!, actor: 'admin', actor_id: 'id-of-Meera' }] }];
  expect((await openSheet()).getByText('Confirmed by Meera')).toBeTruthy();
});

test('who did what has names, what stood there before, and older lines', async () => {
  const line = (id: number, changes: object) => ({
    id,
    at: '2026-11-20T04:42:00+00:00',
    action: 'row_changed',
    person: 'id-of-Meera',
    name: 'Meera',
    table: 'service_bookings',
    key: today.id,
    subject: `service_bookings ${today.id}`,
    about: null,
    booking: today.number,
    before: { status: 'confirmed', mechanic: null },
    after: { status: 'assigned', mechanic: 'Sagar' },
    data: {},
    ...changes,
  });
  const lines = Array.from({ length: 50 }, (_, index) => line(100 - index, {}));
  lines[1] = line(99, { table: 'staff', about: 'Sagar', before: { duty: 'mechanic' }, after: { duty: 'foreman' } });
  shop.backend = fakeBackend({
    'POST /rest/v1/rpc/my_duty': { body: 'accountant' },
    'POST /rest/v1/rpc/list_audit': ({ body }) => ({ body: 'older_than' in (body as object) ? [] : lines }),
  });
  open('/admin?view=trail');
  expect((await screen.findAllByText(`Meera changed the booking ${today.number}`)).length).toBe(49);
  expect(screen.getAllByText('status: confirmed → assigned; mechanic: empty → Sagar')).toHaveLength(49);
  expect(screen.getByText('Meera changed the duty of Sagar')).toBeTruthy();
  expect(screen.getByText('duty: mechanic → foreman')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Older' }));
  await waitFor(() => expect(bodies('list_audit')).toEqual([{}, { older_than: 51 }]));
});
