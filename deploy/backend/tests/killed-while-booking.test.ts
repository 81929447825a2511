import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { ShopProcess } from '../testing/shop-process.ts';
import { callShop, shopRequest, startShopProcess } from '../testing/shop-process.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { isWholeSuite } from '../../supabase/tests/whole-suite.ts';

/* Bookings by 16 clients, each of which retries its request until it is acknowledged, while the backend is killed
   and restarted twice. No booking is missing, and none exists twice. */
const bookings = isWholeSuite ? 500 : 80;
const clients = 16;
const killAfter = [0.3, 0.64].map((share) => share * bookings);
const folder = tempFolder();
let shop: ShopProcess;
let windows: { date: string; start: string }[];

before(async () => {
  shop = await startShopProcess(folder.path);
  const sql = postgres(shop.databaseUrl, { max: 1 });
  await sql`update public.capacities set places = 20 where mode = 'workshop'`;
  windows = await sql`
    select day::text as date, to_char(starts, 'HH24:MI') as start
    from private.slots('workshop', private.today() + 1, private.last_bookable_day(), 1, false) where free > 0`;
  await sql.end();
  assert.ok(windows.length * 20 > bookings);
});
after(async () => {
  await shop.end('SIGTERM');
  folder.remove();
});

test(`kill -9 during ${bookings} bookings: each acknowledged booking exists once, with all its rows`, async (t) => {
  const waiting = Array.from({ length: bookings }, (_, i) => {
    const window = windows[i % windows.length];
    assert.ok(window);
    return shopRequest(i, window);
  });
  const acknowledged = new Map<string, string>();
  const kills = [...killAfter];
  let repeated = 0;
  let unanswered = 0;
  let restart: Promise<void> | undefined;

  async function killAndRestart(): Promise<void> {
    await shop.end('SIGKILL');
    shop = await startShopProcess(folder.path);
  }

  async function client(): Promise<void> {
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      while (!acknowledged.has(request.request_id)) {
        const answer = await callShop(shop, 'create_booking', { request }).catch(() => undefined);
        if (answer?.status === 200) {
          acknowledged.set(request.request_id, String(answer.body['id']));
          if (answer.body['repeated'] === true) repeated += 1;
          if (acknowledged.size >= (kills[0] ?? Infinity)) {
            kills.shift();
            restart = killAndRestart();
          }
        } else {
          // Killed: no answer, or the database is stopping. Any other rejection is a bug.
          assert.ok(answer === undefined || answer.status >= 500, JSON.stringify(answer));
          unanswered += 1;
          await (restart ?? delay(10));
        }
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  await restart;
  assert.equal(kills.length, 0);
  assert.ok(unanswered > 0, 'at least one call reached the killed process');

  const sql = postgres(shop.databaseUrl, { max: 1 });
  try {
    const rows = await sql<
      { request_id: string; id: string; items: number; places: number; events: number; tokens: number }[]
    >`
      select b.request_id, b.id,
        (select count(*)::int from public.booking_items i where i.booking_id = b.id) as items,
        (select count(*)::int from public.booking_places p where p.booking_id = b.id) as places,
        (select count(*)::int from public.booking_events e where e.booking_id = b.id) as events,
        (select count(*)::int from private.manage_tokens t where t.booking_id = b.id) as tokens
      from public.service_bookings b`;
    assert.equal(rows.length, bookings);
    // Bookings keep a hash of the request.
    const kept = await sql<{ request: string; hash: string }[]>`
      select request, private.kept_request(request::uuid)::text as hash from unnest(${[...acknowledged.keys()]}::text[]) as request`;
    const idOf = new Map(rows.map((row) => [row.request_id, row.id]));
    assert.deepEqual(new Map(kept.map(({ request, hash }) => [request, idOf.get(hash)])), acknowledged);
    for (const { items, places, events, tokens } of rows)
      assert.deepEqual([items, places, events, tokens], [1, 1, 1, 1]);
    const [orphans] = await sql<{ count: number }[]>`
      select count(*)::int as count from public.booking_places where booking_id is null`;
    assert.equal(orphans?.count, 0);
  } finally {
    await sql.end();
  }
  t.diagnostic(`${unanswered} calls unanswered, ${repeated} bookings acknowledged at the second attempt`);
});
