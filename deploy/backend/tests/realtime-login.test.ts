import type { SupabaseClient } from '@supabase/supabase-js';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { job } from '../testing/attacked-shop.ts';
import { Inbox } from '../testing/inbox.ts';
import {
  assertPlainLogin,
  assertRefused,
  connectAs,
  functionsOf,
  loginsOf,
  relationsOf,
} from '../testing/login-rights.ts';
import type { ManagedPostgres } from '../testing/managed-postgres.ts';
import { startManagedPostgres } from '../testing/managed-postgres.ts';
import { webp } from '../testing/photos.ts';
import type { TestBackend } from '../testing/test-backend.ts';
import { signUp, startTestBackend } from '../testing/test-backend.ts';

/* The database user of Realtime, and an open shop whose owner's login is closed. */
let server: ManagedPostgres;
/** A database as its owner, who may create roles. */
let databaseUrl: string;

before(async () => {
  server = await startManagedPostgres();
  databaseUrl = await server.newOwner('keeper', 'createrole bypassrls');
});
after(() => server.stop());

const openShop = () => startTestBackend({ databaseUrl, seed: 'catalog', migrationsFolder: defaultMigrationsFolder });

/** The numbers of the bookings of which a person hears. */
async function listen(client: SupabaseClient): Promise<Inbox<string>> {
  const heard = new Inbox<string>();
  await new Promise<void>((resolve) => {
    client
      .channel('bookings')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'service_bookings' }, (change) =>
        heard.put((change.new as { number: string }).number),
      )
      .subscribe((state) => state === 'SUBSCRIBED' && resolve());
  });
  return heard;
}

/** @returns the number of the booking */
async function book(client: SupabaseClient, phone: string): Promise<string> {
  const slots = await client.rpc('list_slots', { mode: 'workshop', items: job.items, model: job.model });
  const { date, start } = (slots.data as { first_free: { date: string; start: string } }).first_free;
  const request = {
    ...{ ...job, request_id: randomUUID(), date, time: start, expected_total: 999 },
    ...{ name: 'Asha Kulkarni', phone, vehicle_number: `MH 12 ZZ ${phone.slice(-4)}` },
  };
  const { data, error } = await client.rpc('create_booking', { request });
  assert.equal(error, null, JSON.stringify(error));
  return (data as { number: string }).number;
}

async function assertPhotosAreKept(site: TestBackend): Promise<void> {
  const open = site.client().storage.from('open');
  const bytes = webp({ size: 4000 });
  const added = await open.upload('a.webp', new Blob([new Uint8Array(bytes)], { type: 'image/webp' }));
  assert.equal(added.error, null, JSON.stringify(added.error));
  assert.equal((await open.download('a.webp')).data?.size, bytes.length);
  const signed = await open.createSignedUrl('a.webp', 60);
  const served = await fetch(signed.data?.signedUrl ?? '');
  assert.deepEqual([served.status, Buffer.from(await served.arrayBuffer())], [200, bytes]);
  const large = await open.upload('b.webp', new Blob([new Uint8Array(webp({ size: 9000 }))], { type: 'image/webp' }));
  assert.match(large.error?.message ?? '', /larger than 8 kB/);
  assert.equal((await open.remove(['a.webp'])).data?.length, 1);
}

test("Realtime's database user reads changed rows of the feed, and nothing else", async () => {
  const site = await openShop();
  try {
    const { sql } = site.backend;
    const [login = '', ...others] = await loginsOf(sql, 'twostroke-realtime');
    assert.deepEqual(others, []);
    assert.match(login, /^realtime_[0-9a-f]{12}$/);
    await assertPlainLogin(sql, login);
    assert.deepEqual(await relationsOf(sql, login), []);
    assert.deepEqual(await functionsOf(sql, login), ['read_change']);
    const realtime = await connectAs(site, login, 'backend.realtime_login');
    try {
      for (const [schema, table] of [
        ['auth', 'users'],
        ['backend', 'api_login'],
        ['private', 'settings'],
        ['public', 'payments; drop table public.payments'],
      ] as const)
        assert.deepEqual(
          [...(await realtime`select backend.read_change(${schema}, ${table}, '{}') as found`)],
          [{ found: null }],
          table,
        );
      await assertRefused(realtime, [
        'set role keeper',
        'set role service_role',
        'set role authenticated',
        'set session authorization keeper',
        'select from public.service_bookings',
        'select from storage.objects',
        'select from auth.users',
        'select from private.settings',
        'select from backend.realtime_login',
        `select backend.signed_object('open', 'a.webp')`,
        `select backend.visible_to('pg_class', '{}', '[]', false)`,
        `select public.get_booking('a')`,
        'create table public.mine (id int)',
        'create schema mine',
        'alter function backend.read_change(text, text, jsonb) security invoker',
        `copy (select 1) to program 'true'`,
      ]);
    } finally {
      await realtime.end();
    }
  } finally {
    await site.stop();
  }
});

test('rows are delivered and photos kept while the owner of the database can not connect', async () => {
  const site = await openShop();
  try {
    await site.backend.sql
      .unsafe(
        `insert into storage.buckets (id, name, file_size_limit) values ('open', 'open', 8192);
        create policy "open" on storage.objects to anon using (bucket_id = 'open') with check (bucket_id = 'open');`,
      )
      .simple();
    const people = [await signUp(site), await signUp(site)] as const;
    await server.superuser`alter role keeper nologin`;
    await server.superuser`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'keeper'`;
    await assert.rejects(site.backend.sql`select 1`);
    const heard = [await listen(people[0].client), await listen(people[1].client)] as const;
    const first = await book(people[0].client, '90000 00012');
    assert.equal(await heard[0].next(), first);
    const second = await book(people[1].client, '90000 00013');
    // Changes come in their order, so the other's booking would have come before.
    assert.equal(await heard[1].next(), second);
    await assertPhotosAreKept(site);
  } finally {
    await server.superuser`alter role keeper login`;
    await site.stop();
  }
});
