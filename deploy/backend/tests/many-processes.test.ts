import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Sql } from 'postgres';
import type { BarePostgres } from '../testing/bare-postgres.ts';
import { startBarePostgres } from '../testing/bare-postgres.ts';
import type { RpcResponse, ShopProcess } from '../testing/shop-process.ts';
import { callShop, shopRequest, startShopProcess } from '../testing/shop-process.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { isWholeSuite } from '../../supabase/tests/whole-suite.ts';

/* Many concurrent bookings of the same window, through one process on a database and through all of them. */
const people = isWholeSuite ? 200 : 60;
const processes = isWholeSuite ? 4 : 2;
const places = 37;
const folder = tempFolder();
let server: BarePostgres;
let sql: Sql;
let shops: ShopProcess[];

before(async () => {
  server = await startBarePostgres({ max_connections: '100' });
  const shared = await server.createDatabase('shop');
  sql = shared.sql;
  shops = await Promise.all(Array.from({ length: processes }, () => startShopProcess(folder.path, shared.databaseUrl)));
  await sql`update public.capacities set places = ${places} where mode = 'workshop'`;
  await sql`update private.limits set max_value = 100 where name = 'unproven_places_percent'`;
});
after(async () => {
  await Promise.all(shops.map((shop) => shop.end('SIGTERM')));
  await server.stop();
  folder.remove();
});

async function storm(through: ShopProcess[]): Promise<void> {
  const [first] = through;
  assert.ok(first);
  const { body } = await callShop(first, 'list_slots', { mode: 'workshop', days: 31 });
  const days = body['days'] as { date: string; windows: { start: string; free: number }[] }[];
  const window = days
    .flatMap(({ date, windows }) => windows.map((each) => ({ date, ...each })))
    .find(({ free }) => free === places);
  assert.ok(window, 'a window without a booking');
  const answers = await Promise.all(
    Array.from({ length: people }, (_, i): Promise<RpcResponse> =>
      callShop(through[i % through.length] ?? first, 'create_booking', { request: shopRequest(i, window) }),
    ),
  );
  const booked = answers.filter(({ status }) => status === 200);
  const rejected = answers.filter(({ status }) => status !== 200);
  assert.equal(booked.length, places);
  assert.deepEqual(
    new Set(rejected.map(({ status, body: { hint } }) => `${status} ${hint}`)),
    new Set(['409 slot_taken']),
  );
  for (const {
    body: { details },
  } of rejected) {
    const { alternatives } = JSON.parse(details ?? '{}') as {
      alternatives: { date: string; start: string; free: number }[];
    };
    assert.equal(alternatives.length, 4);
    for (const { date, start, free } of alternatives) {
      assert.ok(free > 0 && `${date} ${start}` !== `${window.date} ${window.start}`, `${date} ${start} ${free}`);
    }
  }
  const taken = await sql<{ seat: number; jobs: number }[]>`
    select p.seat, count(distinct b.id)::int as jobs
    from public.booking_places p join public.service_bookings b on b.id = p.booking_id
    where p.booking_date = ${window.date} and p.window_start = ${window.start} and b.status = 'confirmed'
    group by p.seat order by p.seat`;
  assert.deepEqual(
    [...taken],
    Array.from({ length: places }, (_, i) => ({ seat: i + 1, jobs: 1 })),
  );
}

for (const used of isWholeSuite ? [1, processes] : [processes])
  test(`${people} concurrent bookings of ${places} places through ${used} processes: ${places} succeed, the others get alternatives`, () =>
    storm(shops.slice(0, used)));

test(`30 concurrent bookings of one number through ${processes} processes: exactly five succeed`, async () => {
  const free = await sql<{ date: string; start: string }[]>`
    select day::text as date, to_char(starts, 'HH24:MI') as start
    from private.slots('workshop', private.today(), private.last_bookable_day(), 1, false) where free > 0 limit 30`;
  assert.equal(free.length, 30);
  const phone = '9822012345';
  const answers = await Promise.all(
    free.map((window, i) => {
      const shop = shops[i % processes];
      assert.ok(shop);
      return callShop(shop, 'create_booking', { request: { ...shopRequest(0, window), phone } });
    }),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  const refusals = answers
    .filter(({ status }) => status !== 200)
    .map(({ status, body: { hint } }) => `${status} ${hint}`);
  assert.deepEqual(new Set(refusals), new Set(['429 too_many_open']));
});
