import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { codeOfStep, fromBase32 } from '../auth/factors/totp.ts';
import type { AttackedShop } from '../testing/attacked-shop.ts';
import { openAttackedShop } from '../testing/attacked-shop.ts';
import { Inbox } from '../testing/inbox.ts';
import { signUp } from '../testing/test-backend.ts';

let shop: AttackedShop;
before(async () => {
  shop = await openAttackedShop();
});
after(() => shop.site.stop());

async function followBookings(client: SupabaseClient): Promise<Inbox<string>> {
  const ids = new Inbox<string>();
  const statuses = new Inbox<string>();
  client
    .channel('bookings')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'service_bookings' }, (change) =>
      ids.put(String(change.new['id'])),
    )
    .subscribe((status) => statuses.put(status));
  assert.equal(await statuses.next(), 'SUBSCRIBED');
  return ids;
}

test('of two sessions of one admin only the verified one gets bookings, until the other is verified too', async () => {
  const { site } = shop;
  const { id, email, password, client } = await signUp(site);
  await site.backend.sql`select public.make_owner(${id})`;
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  assert.ok(data?.totp);
  const [factorId, secret] = [data.id, fromBase32(data.totp.secret)];
  const verify = async (as: SupabaseClient) => {
    await site.backend.sql`delete from backend.factor_steps`;
    const code = codeOfStep(secret, Math.floor(Date.now() / 30_000));
    assert.equal((await as.auth.mfa.challengeAndVerify({ factorId, code })).error, null);
    // As pages do: supabase-js itself keeps the former token for channels until the next heartbeat.
    await as.realtime.setAuth();
  };
  await verify(client);
  const lesser = site.client();
  await lesser.auth.signInWithPassword({ email, password });
  const [full, none] = [await followBookings(client), await followBookings(lesser)];

  const first = await shop.book(shop.visitor);
  assert.equal(await full.next(), first.id);
  await verify(lesser);
  const second = await shop.book(shop.visitor);
  assert.equal(await full.next(), second.id);
  assert.equal(await none.next(), second.id, 'nothing came before it');
});
