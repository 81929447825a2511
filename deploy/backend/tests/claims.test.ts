import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { TestBackend } from '../testing/test-backend.ts';
import { confirmMailbox, signUp, startTestBackend } from '../testing/test-backend.ts';

const phone = '+919000000012';
let site: TestBackend;
let guest: { id: string; number: string; manage_token: string };

before(async () => {
  site = await startTestBackend({
    seed: 'catalog',
    migrationsFolder: join(import.meta.dirname, '../../supabase/migrations'),
  });
  const quiet = site.client();
  const items = [{ id: 'oil-change', quantity: 1 }];
  const job = { mode: 'workshop', items, model: 'royal-enfield/classic-350' };
  const slots = await quiet.rpc('list_slots', job);
  const { date, start } = (slots.data as { first_free: { date: string; start: string } }).first_free;
  const request = {
    ...job,
    request_id: randomUUID(),
    date,
    time: start,
    name: 'Asha Kulkarni',
    phone: '90000 00012',
    email: 'person1@example.in',
    vehicle_number: 'MH 12 ZZ 0042',
    expected_total: 999,
  };
  const booked = await quiet.rpc('create_booking', { request });
  assert.equal(booked.error, null);
  guest = booked.data as typeof guest;
});
after(() => site.stop());

const bookings = (client: SupabaseClient) => client.from('service_bookings').select('id');

async function phoneSession(to: string): Promise<SupabaseClient> {
  const client = site.client();
  assert.equal((await client.auth.signInWithOtp({ phone: to })).error, null);
  const token =
    site.sms.filter((message) => message.to === to && message.template === 'sign_in_code').at(-1)?.values.code ?? '';
  assert.equal((await client.auth.verifyOtp({ phone: to, token, type: 'sms' })).error, null);
  return client;
}

test('an address claims and accepts nothing before the link of its mail, and both with it', async () => {
  const email = 'meera@example.in';
  await site.backend.sql`
    insert into public.staff_invitations (name, email, duty, invited_at, ends_at)
    values ('Meera Kale', ${email}, 'desk', now(), now() + interval '1 day')`;
  const client = site.client();
  const password = randomUUID();
  assert.equal((await client.auth.signUp({ email, password })).error, null);
  const duty = async (): Promise<unknown> => (await client.rpc('my_duty')).data;
  assert.notEqual((await client.auth.signInWithPassword({ email, password })).error, null);
  assert.equal((await confirmMailbox(site, client, email)).error, null);
  assert.equal(await duty(), 'desk');
});

test('without the setting that addresses are confirmed, a stamp of Auth claims nothing', async () => {
  await site.backend.sql`delete from private.settings where name = 'emails_are_confirmed'`;
  const { client, email, password } = await signUp(site);
  assert.equal(email, 'person1@example.in');
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null);
  assert.deepEqual((await bookings(client)).data, []);
});

test('an account cannot add a phone number without its code', async () => {
  const { client, id } = await signUp(site);
  await client.auth.updateUser({ phone });
  await client.auth.updateUser({ data: { phone, phone_verified: true } });
  await client.auth.refreshSession();
  const [user] = await site.backend.sql`select phone_confirmed_at from auth.users where id = ${id}`;
  assert.equal(user?.['phone_confirmed_at'], null);
  assert.deepEqual((await bookings(client)).data, []);
});

test('an account with a confirmed phone cannot swap it for another', async () => {
  const client = await phoneSession('+919000000034');
  await client.auth.updateUser({ phone });
  await client.auth.refreshSession();
  const { data } = await client.auth.getUser();
  assert.equal(data.user?.phone, '919000000034');
  assert.deepEqual((await bookings(client)).data, []);
});

test('the code sent to the phone claims its guest bookings, and the link still opens them', async () => {
  const client = await phoneSession(phone);
  assert.deepEqual((await bookings(client)).data, [{ id: guest.id }]);
  const events = await client.from('booking_events').select('from_status, to_status, kind, data').order('id');
  assert.deepEqual(events.data, [
    { from_status: null, to_status: 'confirmed', kind: 'status', data: {} },
    { from_status: 'confirmed', to_status: 'confirmed', kind: 'claimed', data: { by: 'phone' } },
  ]);
  const byLink = await site.client().rpc('get_booking', { manage_token: guest.manage_token });
  assert.equal((byLink.data as { id: string }).id, guest.id);
});
