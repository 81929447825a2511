import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { adminRows, furtherVerdicts, verdictActors, verdicts } from '../../supabase/tests/verdicts.ts';
import type { VerdictActor } from '../../supabase/tests/verdicts.ts';
import { isWholeSuite } from '../../supabase/tests/whole-suite.ts';
import type { AttackedShop } from '../testing/attacked-shop.ts';
import { fillTables } from '../testing/fill-tables.ts';
import type { JsonObject } from '../../supabase/tests/open-database.ts';
import { openAttackedShop } from '../testing/attacked-shop.ts';

/*
 * The matrix of verdicts.ts, tried with the real client over HTTP. What counts is what happened to the rows, not what
 * the answer says: a table's fingerprint must stay the same wherever the matrix has a dash.
 */
let shop: AttackedShop;
let booking: string;

before(async () => {
  shop = await openAttackedShop();
  booking = await fillTables(shop);
});
after(() => shop.site.stop());

/** The column that names the owner of a row, and its value. */
function ownRow(table: string): JsonObject {
  const owner = (adminRows.has(table) ? shop.boss : shop.customer).id;
  const owners: Record<string, JsonObject> = {
    service_bookings: { user_id: owner },
    booking_items: { booking_id: booking },
    booking_events: { booking_id: booking },
    booking_checklist: { booking_id: booking },
    extra_work: { booking_id: booking },
    booking_inspection: { booking_id: booking },
    booking_checkins: { booking_id: booking },
    payments: { booking_id: booking },
    refunds: { booking_id: booking },
    invoices: { booking_id: booking },
    used_parts: { booking_id: booking },
    credit_notes: { booking_id: booking },
    vouchers: { booking_id: booking },
    booking_credits: { booking_id: booking },
    booking_places: { booking_id: booking },
    profiles: { user_id: owner },
    user_roles: { user_id: owner },
    staff: { user_id: owner },
    notification_logs: { user_id: owner },
    desk_reminders: { user_id: owner },
    staff_absences: { user_id: owner },
    booking_signals: { id: booking },
  };
  return owners[table] ?? {};
}

/** Where not every column may be read. */
const openColumns: Record<string, string> = {
  weather_days: 'date, note',
  message_outbox: 'id, booking_id, version, kind, channel, due_at, status, sent_at, last_error',
  waitlist:
    'id, user_id, mode, booking_date, booking_time, window_end, starts_at, model_id, bike_name, items, windows, customer_name, phone, email, state, created_at, offered_at, offer_ends_at',
};

/** Changes and rows that violate no constraint; for other tables a copy of the existing row is sent. */
function change(table: string, row: JsonObject): JsonObject {
  const changes: Record<string, JsonObject> = {
    capacities: { places: 9 },
    status_targets: { minutes: 45 },
    desk_reminders: { done_at: '2026-11-22T00:00:00Z' },
    profiles: { haptics: false },
    notification_logs: { title: 'Changed' },
    user_roles: { role: 'admin' },
    service_bookings: { final_price: 1 },
  };
  return changes[table] ?? Object.fromEntries(Object.entries(row).slice(0, 1));
}
function addition(table: string, row: JsonObject): JsonObject {
  const { boss, customer } = shop;
  const additions: Record<string, JsonObject> = {
    profiles: { user_id: customer.id },
    user_roles: { user_id: boss.id, role: 'admin' },
    customer_notes: { phone: '+919000000012', note: 'Call after six' },
    staff_absences: { user_id: boss.id, day: '2026-12-13' },
    desk_reminders: { words: 'Call again', due_at: '2026-11-22T00:00:00Z' },
    notification_logs: { user_id: boss.id, order_id: booking, type: 'reminder', title: 'x', body: 'y' },
  };
  return additions[table] ?? row;
}

function actorsOf(table: string): Record<VerdictActor, SupabaseClient> {
  return adminRows.has(table)
    ? { ...shop.actors, own: shop.boss.client, owner: shop.deputy.client }
    : { ...shop.actors, own: shop.customer.client };
}

/** Puts back what the actor before could delete. */
async function refill(table: string): Promise<void> {
  const { sql } = shop.site.backend;
  if (table === 'closures')
    await sql`insert into closures values ('2026-12-09', null, 'Closed') on conflict do nothing`;
  if (table === 'customer_notes')
    await sql`insert into customer_notes (phone, note) values ('+919000000012', 'Call after six')`;
  if (table === 'staff_absences')
    await sql`insert into staff_absences values (${shop.boss.id}, '2026-12-12') on conflict do nothing`;
}

const fullName = (table: string): string => (table.includes('.') ? table : `public.${table}`);

/** A row of the table, without generated columns. */
async function rowOf(table: string): Promise<JsonObject> {
  const { sql } = shop.site.backend;
  const [found] = await sql.unsafe<{ row: JsonObject }[]>(
    `select to_jsonb(t) as row from ${fullName(table)} t limit 1`,
  );
  const generated = await sql<{ name: string }[]>`
    select attname as name from pg_catalog.pg_attribute
    where attrelid = ${fullName(table)}::regclass and (attgenerated <> '' or attidentity <> '')`;
  return Object.fromEntries(
    Object.entries(found?.row ?? { name: 'x' }).filter(([column]) => !generated.some(({ name }) => name === column)),
  );
}

/** Duties whose writes the whole suite tries over HTTP; otherwise access-matrix.test.ts does, in SQL. */
const furtherDuties = new Set<VerdictActor>(['mechanic', 'foreman', 'accountant']);

/**
 * What an actor was let do.
 * @param row see rowOf
 * @param known the table's fingerprint, which is corrected when it has changed
 */
async function verdict(
  client: SupabaseClient,
  table: string,
  row: JsonObject,
  known: { fingerprint: string },
  { onlyReads }: { onlyReads: boolean },
): Promise<string> {
  const [schema, name] = fullName(table).split('.');
  const from = () => client.schema(String(schema)).from(String(name));
  // Some servers reject a delete or update without a filter: this filter matches every row.
  const own = ownRow(table);
  const everywhere = `${Object.keys(row)[0] ?? 'id'}.not.is.null,${Object.keys(row)[0] ?? 'id'}.is.null`;
  const written = async (work: () => PromiseLike<{ error: { code?: string } | null }>): Promise<boolean> => {
    const { error } = await work();
    if (error?.code === '42501') return false; // Postgres rolled it back
    const before = known.fingerprint;
    known.fingerprint = await shop.fingerprint(fullName(table));
    // A row that only a constraint stopped had passed every right.
    return before !== known.fingerprint || /^23/.test(error?.code ?? '');
  };
  const seen = await from()
    .select(openColumns[table] ?? '*')
    .match(own)
    .limit(1);
  const read = (seen.data ?? []).length > 0 ? 's' : '-';
  if (onlyReads) return `${read}---`;
  return [
    read,
    (await written(() => from().insert(addition(table, row)))) ? 'i' : '-',
    (await written(() => from().update(change(table, row)).match(own).or(everywhere))) ? 'u' : '-',
    (await written(() => from().delete().match(own).or(everywhere))) ? 'd' : '-',
  ].join('');
}

for (const [table, expected] of verdicts) {
  test(`over HTTP, ${table}: ${expected.join(' ')}`, async () => {
    const actors = actorsOf(table);
    const got: string[] = [];
    await refill(table);
    let row = await rowOf(table);
    const known = { fingerprint: await shop.fingerprint(fullName(table)) };
    for (const [at, actor] of verdictActors.entries()) {
      const onlyReads = !isWholeSuite && furtherDuties.has(actor) && expected[at]?.slice(1) === '---';
      const found = await verdict(actors[actor], table, row, known, { onlyReads });
      got.push(found);
      if (!/[iud]/.test(found)) continue;
      await refill(table);
      row = await rowOf(table);
      known.fingerprint = await shop.fingerprint(fullName(table));
    }
    assert.deepEqual(got, expected);
  });
}

test('every table that a request could reach is in the matrix, and no other schema answers', async () => {
  const tables = await shop.site.backend.sql<{ schema: string; name: string }[]>`
    select schemaname as schema, tablename as name from pg_catalog.pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  assert.ok(tables.some(({ schema, name }) => schema === 'auth' && name === 'users'));
  const named = tables
    .filter(({ schema }) => schema === 'public' || schema === 'private')
    .map(({ schema, name }) => (schema === 'public' ? name : `${schema}.${name}`));
  assert.deepEqual(named.sort(), [...verdicts.keys()].sort());
  const elsewhere = tables.filter(({ schema }) => schema !== 'public');
  for (const { schema, name } of elsewhere) {
    for (const client of [shop.visitor, shop.boss.client]) {
      const { data, error } = await client.schema(schema).from(name).select('*').limit(1);
      assert.ok(error, `${schema}.${name}`);
      assert.equal(data, null);
    }
  }
});

/** The row of a view that belongs to the booking. */
const rowOfBooking = (): Record<string, JsonObject> => ({
  staff_bookings: { id: booking },
  staff_events: { booking_id: booking },
  planned_job_lines: { booking_id: booking },
});

test('only actors with the right read a view, and none writes one', async () => {
  const views = await shop.site.backend.sql<{ name: string; column: string }[]>`
    select v.table_name as name, c.column_name as column
    from information_schema.views v
    join information_schema.columns c using (table_schema, table_name)
    where v.table_schema = 'public' and c.ordinal_position = 1`;
  assert.ok(views.length > 2);
  for (const { name, column } of views) {
    const expected = furtherVerdicts.get(name) ?? [];
    for (const [at, actor] of verdictActors.entries()) {
      const client = actorsOf(name)[actor];
      const read = await client
        .from(name)
        .select('*')
        .match(rowOfBooking()[name] ?? {})
        .limit(1);
      const isRefused = client === shop.visitor && expected[at] === '----';
      assert.equal(read.error?.code, isRefused ? '42501' : undefined, name);
      assert.equal((read.data ?? []).length > 0 ? 's---' : '----', expected[at], `${name} by ${actor}`);
      const row = (read.data?.[0] ?? { [column]: null }) as JsonObject;
      const tries = [
        await client.from(name).insert(row),
        await client.from(name).update(row).not(column, 'is', null),
        await client.from(name).delete().not(column, 'is', null),
      ];
      // A view that cannot be written at all says so before it asks for rights.
      for (const { error } of tries) assert.match(error?.code ?? 'none', /^(42501|55000)$/, name);
    }
  }
});

test("no user can assign rows to another user or write rows in another's name", async () => {
  const { customer, stranger, boss, deputy } = shop;
  const before = await shop.fingerprint('public.profiles');
  const tries = [
    await customer.client.from('profiles').update({ user_id: stranger.id }).eq('user_id', customer.id),
    await customer.client.from('profiles').upsert({ user_id: stranger.id, full_name: 'Mallory' }),
    await stranger.client.from('profiles').upsert({ user_id: customer.id, full_name: 'Mallory' }),
    await deputy.client
      .from('notification_logs')
      .insert({ user_id: boss.id, order_id: booking, type: 'spoof', title: 'x', body: 'y' }),
    await customer.client.from('user_roles').upsert({ user_id: customer.id, role: 'admin' }),
  ];
  assert.deepEqual(
    tries.map(({ error }) => error?.code),
    Array.from(tries, () => '42501'),
  );
  assert.equal(await shop.fingerprint('public.profiles'), before);
});

test('no view joins two tables a second time: what the pages embed stays unambiguous', async () => {
  for (const [table, columns] of [
    ['models', 'id,brands(slug)'],
    ['packages', 'slug,categories(slug),package_prices(price)'],
  ] as const) {
    const { data, error } = await shop.visitor.from(table).select(columns).limit(1);
    assert.equal(error, null, `${table}: ${JSON.stringify(error)}`);
    assert.equal(data?.length, 1);
  }
});

test('embedding, filtering and ordering expose no rows of other users', async () => {
  const { stranger, visitor } = shop;
  const embedded = await stranger.client
    .from('areas')
    .select('slug, service_bookings(phone), profiles(phone)')
    .limit(50);
  assert.equal(JSON.stringify(embedded.data).includes('9000000012'), false);
  const counted = await stranger.client
    .from('service_bookings')
    .select('*', { count: 'exact', head: true })
    .or('phone.like.*,id.not.is.null');
  assert.equal(counted.count, 0);
  assert.equal((await visitor.from('models').select('id, service_bookings(phone)')).error?.code, '42501');
});
