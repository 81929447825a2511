import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, rejected, rpc } from './open-database.ts';
import { askForToken, send } from './report-tokens.ts';
import type { Actor, JsonObject, TestDatabase, Tx } from './open-database.ts';

interface AppHealth {
  app: string;
  version: string;
  visits: number;
  errors: number;
  error_rate: number | null;
  lcp_p75: number | null;
  inp_p75: number | null;
  cls_p75: number | null;
}

let db: TestDatabase;
let admin: Actor;
let customer: Actor;
before(async () => {
  db = await openDatabase({ demo: false });
  admin = { user: await db.addUser('boss@example.com') };
  customer = { user: await db.addUser('customer@example.com') };
  await db.sql`select public.make_owner(${admin.user})`;
});
after(() => db.close());

const visit = { kind: 'visit', app: 'catalog', version: '1.0.0-1a2b3c4d' };
const error = { kind: 'error', name: 'TypeError', message: 'x is undefined', app: 'cart', version: '1.0.0-99999999' };
const vital = { kind: 'vital', name: 'LCP', value: 1200.5, app: 'catalog', version: '1.0.0-1a2b3c4d' };

/** Sends events with a token of this page load; what is no list of events is sent as it is. */
async function report(tx: Tx, events: unknown): Promise<number> {
  const named = (Array.isArray(events) ? events : []) as (Partial<typeof visit> | null)[];
  const versions = Object.fromEntries(named.flatMap((event) => (event?.app ? [[event.app, event.version]] : [])));
  return (await send(tx, events, await askForToken(tx, versions))).kept;
}

/** Sends each event in a page load of its own. */
async function reportEach(tx: Tx, events: JsonObject[]): Promise<void> {
  for (const event of events) await report(tx, [event]);
}

const health = (tx: Tx, hours = 24): Promise<JsonObject> => rpc(tx, 'client_health', { hours });

async function publishShare(tx: Tx, share: number): Promise<void> {
  await tx`reset role`;
  await tx`
    insert into private.settings values ('report_share', ${String(share)})
    on conflict (name) do update set value = excluded.value`;
  await tx`set local role anon`;
}

/** What is stored of events that a visitor sends, while the site asks a share of the page loads to report. */
async function stored(events: unknown, share?: number): Promise<JsonObject[]> {
  return db.undo({ as: 'anon' }, async (tx) => {
    if (share !== undefined) await publishShare(tx, share);
    await report(tx, events);
    await tx`reset role`;
    return tx<JsonObject[]>`select * from public.client_reports order by id`;
  });
}

test('valid reports of a visitor are stored unchanged', async () => {
  const all = {
    ...error,
    site_release: 'catalog@1.0.0-1a2b3c4d cart@1.0.0-99999999',
    route: 'cart:book-service',
    canary: true,
    request_id: '7kx3m9qp',
  };
  const [row] = await stored([all]);
  const { id, received_at, value, sender, sample_rate, ...rest } = row ?? {};
  assert.ok(id && received_at && sender);
  assert.deepEqual([value, Number(sample_rate)], [null, 1]);
  assert.deepEqual(rest, all);
});

test('a visit stands for as many as the site’s share says, an error for itself, whatever the report claims', async () => {
  const rates = async (share?: number) =>
    (await stored([{ ...visit, sample_rate: 0.0001 }, error], share)).map((row) => Number(row['sample_rate']));
  assert.deepEqual(await rates(0.25), [0.25, 1]);
  assert.deepEqual(await rates(), [1, 1]);
});

test('while a canary runs, every visit counts once: all tabs report it', async () => {
  await db.undo({ as: 'anon' }, async (tx) => {
    await publishShare(tx, 0.25);
    await tx`reset role`;
    const live = { ...visit, canary: true };
    await rpc(tx, 'set_live_versions', { site: 'x', versions: [live] });
    await report(tx, [visit]);
    await rpc(tx, 'set_live_versions', { site: 'x', versions: [{ ...live, canary: false }] });
    await report(tx, [visit]);
    const rows = await tx`select sample_rate::float8 as rate from public.client_reports order by id`;
    assert.deepEqual([...rows], [{ rate: 1 }, { rate: 0.25 }]);
  });
});

test('reports of a tester’s preview are neither stored nor counted', async () => {
  const kept = await db.undo({ as: 'anon' }, (tx) =>
    report(tx, [
      { ...visit, site_release: 'preview-1a2b3c4d' },
      { ...error, site_release: 'preview-1a2b3c4d' },
      { ...error, message: 'of a visitor', site_release: '1a2b3c4d' },
      { ...error, message: 'of another', site_release: 'catalog@1.0.0-preview-1' },
      vital,
    ]),
  );
  assert.equal(kept, 3);
  assert.equal((await stored([{ ...error, site_release: 'preview-1a2b3c4d' }])).length, 0);
});

test('events of the wrong shape are dropped, and the rest is kept', async () => {
  const wrong: unknown[] = [
    null,
    'visit',
    [],
    { ...visit, kind: 'secret' },
    { ...visit, kind: undefined },
    { ...visit, app: 'Catalog!' },
    { ...visit, app: 'a'.repeat(31) },
    { ...visit, version: '' },
    { ...visit, version: `1${'0'.repeat(40)}` },
    { ...vital, name: 'FID' },
    { ...vital, value: -1 },
    { ...vital, value: '1200' },
    { ...vital, value: 600_001 },
    { ...vital, name: 'CLS', value: 101 },
  ];
  assert.equal((await stored([...wrong, visit])).length, 1);
});

test('fields that are too long or invalid are dropped, shortened or replaced', async () => {
  const [row] = await stored([
    {
      ...error,
      name: 'An error <b>',
      message: 'ab '.repeat(2000),
      route: '/book-service#manage=secret',
      site_release: 'x'.repeat(201),
      value: 5,
      canary: 'yes',
    },
  ]);
  const { name, message, route, site_release, value, canary } = row ?? {};
  assert.deepEqual([name, route, site_release, value, canary], ['Error', null, null, null, false]);
  assert.ok(String(message).length <= 300);
});

test('a call accepts a list of at most 20 events', async () => {
  await db.undo({ as: 'anon' }, async (tx) => {
    const ask = (events: unknown): Promise<unknown> => tx.savepoint((inner) => report(inner, events));
    assert.equal((await rejected(ask(Array(21).fill(visit)))).hint, 'too_many_events');
    assert.equal((await rejected(ask({ events: [] }))).hint, 'events');
    const different = Array.from({ length: 20 }, (_, index) => ({ ...error, message: `error ${index}` }));
    assert.equal(await report(tx, different), 20);
    assert.equal(await report(tx, []), 0);
  });
});

for (const [sent, kept] of [
  ['Call 98220 12345 or +91-9822012345', 'Call [number] or [number]'],
  ['no user asha.kulkarni+x@example.co.in here', 'no user [mail] here'],
  ['GET https://site.test/admin?booking=4f9d2c1b&x=1 failed', 'GET https://site.test/admin failed'],
  ['at /book-service#manage=abc.def', 'at /book-service'],
  ['at /book-service?7KQ0X2M4ZD now', 'at /book-service now'],
  ['bad ?token=abc here', 'bad  here'],
  ['row 4f9d2c1b-6f0a-4a53-8a53-0d9a1f0e77aa', 'row [token]'],
  ['Bearer eyJhbGciOiJIUzI1NiJ9xx.x', 'Bearer [token].x'],
  ['plate MH 12 AB 1234 and MH14GH4321', 'plate [number] and [number]'],
  ['line\nbreak\u0007', 'line break'],
  [
    'at http://x.test/r/cart/1.0.0-1a2b3c4d/main.cc7f46e1.js:1:472349',
    'at http://x.test/r/cart/1.0.0-1a2b3c4d/main.cc7f46e1.js:1:472349',
  ],
  ['Minified React error #418', 'Minified React error #418'],
  ['useSyncExternalStoreWithSelector failed', 'useSyncExternalStoreWithSelector failed'],
] as const)
  test(`removes personal data from a message: ${kept}`, async () => {
    assert.equal((await stored([{ ...error, message: sent }]))[0]?.['message'], kept);
  });

test('each write prunes some rows older than 30 days, and no others', async () => {
  await db.undo({}, async (tx) => {
    await tx`
      insert into public.client_reports (kind, name, app, version, received_at)
      select 'visit', 'visit', 'old', '1', now() - interval '31 days' from generate_series(1, 150)`;
    await tx`insert into public.client_reports (kind, name, app, version) select 'visit', 'visit', 'many', '1'`;
    await tx.unsafe('alter table public.client_reports alter column id restart with 10000000');
    const left = async (app: string): Promise<number> =>
      Number((await tx`select count(*) from public.client_reports where app = ${app}`)[0]?.['count']);
    await report(tx, [visit]);
    assert.deepEqual([await left('old'), await left('many')], [50, 1]);
    await report(tx, [visit]);
    assert.deepEqual([await left('old'), await left('many')], [0, 1]);
  });
});

test('client_health answers visits, errors and the 75th percentile of the vitals of each version', async () => {
  await db.undo({ as: 'anon' }, async (tx) => {
    const next = { version: '1.0.0-ffffffff' };
    await reportEach(tx, [visit, visit, { ...visit, ...next }, error]);
    await reportEach(tx, [{ ...error, ...visit, kind: 'error' }, { ...error, message: 'other' }, error]);
    await reportEach(
      tx,
      [1000, 2000, 3000, 4000, 5000].map((value) => ({ ...vital, value })),
    );
    await reportEach(tx, [
      { ...vital, name: 'CLS', value: 0.1234 },
      { ...vital, name: 'INP', value: 88, ...next },
    ]);
    await publishShare(tx, 0.1);
    await report(tx, [visit]);
    await tx`reset role`;
    await tx`
      insert into public.client_reports (kind, name, app, version, received_at)
      values ('visit', 'visit', 'catalog', '0.9', now() - interval '2 hours')`;
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: (admin as { user: string }).user })}, true)`;
    await tx.unsafe('set local role authenticated');
    const { apps, errors } = (await health(tx, 1)) as JsonObject & { apps: AppHealth[]; errors: JsonObject[] };
    const seen = apps.map((one) => [one.app, one.version, one.visits, one.errors, one.error_rate]);
    assert.deepEqual(new Set(seen.map(String)).size, seen.length);
    assert.deepEqual(seen.sort(), [
      ['cart', '1.0.0-99999999', 0, 3, null],
      ['catalog', '1.0.0-1a2b3c4d', 12, 1, 0.0833],
      ['catalog', '1.0.0-ffffffff', 1, 0, 0],
    ]);
    const vitals = apps.map((one) => [one.version, one.lcp_p75, one.inp_p75, one.cls_p75]).sort();
    assert.deepEqual(vitals, [
      ['1.0.0-1a2b3c4d', 4000, null, 0.123],
      ['1.0.0-99999999', null, null, null],
      ['1.0.0-ffffffff', null, 88, null],
    ]);
    const counts = errors.map((one) => [one['app'], one['message'], one['count']]).sort();
    assert.deepEqual(counts, [
      ['cart', 'other', 1],
      ['cart', 'x is undefined', 2],
      ['catalog', 'x is undefined', 1],
    ]);
    const older = (await health(tx, 24)) as JsonObject & { apps: AppHealth[] };
    assert.ok(older.apps.some(({ version }) => version === '0.9'));
  });
});

test('client_health answers admins and the service role; customers are rejected, visitors may not call it', async () => {
  const ask = (as: Actor, hours = 24): Promise<JsonObject> => db.undo({ as }, (tx) => health(tx, hours));
  assert.equal((await rejected(ask('anon'))).code, '42501');
  assert.equal((await rejected(ask(customer))).code, 'PT403');
  assert.deepEqual((await ask(admin))['apps'], []);
  for (const hours of [0, 721]) assert.equal((await rejected(ask(admin, hours))).code, 'PT422');
  await db.undo({}, async (tx) => {
    await report(tx, [visit]);
    await tx.unsafe('set local role service_role');
    assert.equal(((await health(tx))['apps'] as unknown[]).length, 1);
  });
});
