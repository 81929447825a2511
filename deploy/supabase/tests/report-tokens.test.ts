import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase, rejected, rpc, setActor } from './open-database.ts';
import type { JsonObject, TestDatabase, Tx } from './open-database.ts';
import { askForToken, comeFrom, send } from './report-tokens.ts';

let db: TestDatabase;
before(async () => void (db = await openDatabase({ demo: false })));
after(() => db.close());

const start = '2026-11-24T12:00:00+05:30';
const visit = { kind: 'visit', app: 'shell', version: '1.0.0' };
const error = { kind: 'error', name: 'TypeError', message: 'x', app: 'shell', version: '1.0.0' };
const versions = { shell: '1.0.0' };

const asVisitor = (work: (tx: Tx) => Promise<void>) => db.undo({ as: 'anon', at: start }, work);

async function announce(tx: Tx, ...live: JsonObject[]): Promise<void> {
  await tx`reset role`;
  await rpc(tx, 'set_live_versions', { site: 'https://twostroke.test', versions: live });
  await setActor(tx, { as: 'anon' });
}

test('a replayed token counts once; the answer brings the token of the next call', () =>
  asVisitor(async (tx) => {
    const token = await askForToken(tx, versions);
    const first = await send(tx, [visit], token);
    assert.equal(first.kept, 1);
    assert.deepEqual(await send(tx, [visit], token), { kept: 0, token: null });
    assert.equal((await send(tx, [error], first.token)).kept, 1);
    assert.equal((await send(tx, [error], first.token)).kept, 0);
  }));

test('a report counts once per token, however often a call names it', () =>
  asVisitor(async (tx) => {
    const events = [visit, visit, error, error, { ...error, message: 'y' }];
    assert.equal((await send(tx, events, await askForToken(tx, versions))).kept, 3);
  }));

test('without a token, with a forged one or with that of another network address nothing is kept', () =>
  asVisitor(async (tx) => {
    const token = (await askForToken(tx, versions)) ?? '';
    const [signature = '', expiry = '', ...rest] = token.split(' ');
    const forged = [
      null,
      '',
      ' ',
      'x',
      `${'0'.repeat(64)} ${expiry} ${rest.join(' ')}`,
      `${signature} ${Number(expiry) + 600} ${rest.join(' ')}`,
      `${token} cart@1.0.0`,
      token.replace('shell@1.0.0', 'shell@2.0.0'),
      `${signature}`,
      ` ${token}`,
    ];
    for (const one of forged) assert.deepEqual(await send(tx, [visit], one), { kept: 0, token: null }, `${one}`);
    for (const elsewhere of ['203.0.113.8', '2001:db8::1', null]) {
      await comeFrom(tx, elsewhere);
      assert.deepEqual(await send(tx, [visit], token), { kept: 0, token: null });
    }
    await comeFrom(tx, '203.0.113.7');
    assert.equal((await send(tx, [visit], token)).kept, 1, 'the attempts have not used it up');
  }));

test('a caller without a network address gets no token', () =>
  asVisitor(async (tx) => {
    await comeFrom(tx, null);
    const token: unknown = await rpc(tx, 'request_report_token', { versions });
    assert.equal(token, null);
  }));

test('a token is valid for ten minutes', () =>
  asVisitor(async (tx) => {
    const [late, early] = [await askForToken(tx, versions), await askForToken(tx, versions)];
    await setActor(tx, { as: 'anon', at: '2026-11-24T12:10:00+05:30' });
    assert.equal((await send(tx, [visit], late)).kept, 0);
    await setActor(tx, { as: 'anon', at: '2026-11-24T12:09:59+05:30' });
    assert.equal((await send(tx, [visit], early)).kept, 1);
  }));

test('used tokens are forgotten after they have expired', () =>
  asVisitor(async (tx) => {
    await send(tx, [visit], await askForToken(tx, versions));
    await setActor(tx, { as: 'anon', at: '2026-11-24T12:11:00+05:30' });
    await send(tx, [visit], await askForToken(tx, versions));
    await tx`reset role`;
    const [row] = await tx`select count(*)::int as count from private.used_report_tokens`;
    assert.equal(row?.['count'], 1);
  }));

test('versions that the token does not name are left out, and so are malformed ones', () =>
  asVisitor(async (tx) => {
    const token = await askForToken(tx, { shell: '1.0.0', 'cart x': '1.0.0', admin: 'no version', catalog: null });
    const others = ['cart', 'admin', 'catalog'].map((app) => ({ ...visit, app }));
    assert.equal((await send(tx, [visit, { ...visit, version: '1.0.1' }, ...others], token)).kept, 1);
    assert.equal((await rejected(rpc(tx, 'request_report_token', { versions: [1] }))).hint, 'versions');
  }));

test('versions that are live, a canary or were live within a week are kept, others are not', () =>
  asVisitor(async (tx) => {
    const kept = async (version: string): Promise<boolean> =>
      (await send(tx, [{ ...visit, version }], await askForToken(tx, { shell: version }))).kept === 1;
    assert.equal(await kept('0.1.0'), true, 'no version was announced');
    await announce(tx, { app: 'shell', version: '1.0.0' }, { app: 'shell', version: '2.0.0', canary: true });
    assert.deepEqual([await kept('1.0.0'), await kept('2.0.0'), await kept('0.1.0')], [true, true, false]);
    await announce(tx, { app: 'shell', version: '2.0.0' });
    assert.deepEqual([await kept('1.0.0'), await kept('2.0.0')], [true, true]);
    await tx`reset role`;
    await tx`update private.live_versions set live_until = live_until - interval '8 days'`;
    assert.deepEqual([await kept('1.0.0'), await kept('2.0.0')], [false, true]);
    await announce(tx, { app: 'shell', version: '1.0.0' });
    assert.equal(await kept('1.0.0'), true, 'rolled back: it is live again');
  }));

test('several sites may use one database: none ends what is live at another', () =>
  asVisitor(async (tx) => {
    await announce(tx, { app: 'shell', version: '1.0.0' });
    await tx`reset role`;
    await rpc(tx, 'set_live_versions', { site: 'other', versions: [{ app: 'shell', version: '9.0.0' }] });
    const live = await tx`select version from private.live_versions where live_until is null order by 1`;
    assert.deepEqual([...live], [{ version: '1.0.0' }, { version: '9.0.0' }]);
  }));

for (const [hint, site, versions] of [
  ['versions', 'x', []],
  ['versions', 'x', {}],
  ['site', '', [{ app: 'shell', version: '1.0.0' }]],
] as const)
  test(`what is live is rejected without its ${hint}: ${JSON.stringify(versions)}`, async () => {
    const work = db.undo({}, (tx) => rpc(tx, 'set_live_versions', { site, versions }));
    assert.equal((await rejected(work)).hint, hint);
  });

test('one network address is capped per version and kind, and others are not', () =>
  asVisitor(async (tx) => {
    await tx`reset role`;
    await tx`update private.limits set max_value = 3 where name = 'reports_of_address'`;
    const errors = Array.from({ length: 5 }, (_, index) => ({ ...error, message: `error ${index}` }));
    const from = async (address: string, events: JsonObject[]): Promise<number> =>
      (await send(tx, events, await askForToken(tx, { shell: events[0]?.['version'] }, address))).kept;
    assert.equal(await from('203.0.113.7', [...errors, visit]), 4);
    assert.equal(await from('203.0.113.7', [...errors, visit]), 1);
    const other = errors.map((event) => ({ ...event, version: '2.0.0' }));
    assert.equal(await from('203.0.113.7', other), 3, 'of another version');
    assert.equal(await from('203.0.113.8', errors), 3, 'another address');
    assert.equal(await from('2001:db8:1:2::1', errors), 3);
    assert.equal(await from('2001:db8:1:2:ffff::9', errors), 0, 'an IPv6 network is one address');
  }));

test('of a network address only a hash is kept, and its salt for two days', () =>
  asVisitor(async (tx) => {
    await send(tx, [visit], await askForToken(tx, versions));
    await tx`reset role`;
    const [row] = await tx`select encode(sender, 'hex') as sender, r::text as row from public.client_reports r`;
    assert.match(row?.['sender'] as string, /^[0-9a-f]{32}$/);
    assert.ok(!(row!['row'] as string).includes('203.0.113'));
    await tx`update private.report_salts set day = day - 2`;
    await send(tx, [visit], await askForToken(tx, versions));
    const [after] = await tx`
      select count(distinct sender)::int as senders, (select count(*)::int from private.report_salts) as salts
      from public.client_reports`;
    assert.deepEqual(after, { senders: 2, salts: 1 });
  }));

for (const name of ['set_live_versions', 'version_reports'])
  test(`${name} is for the service role alone`, async () => {
    const [row] = await db.sql`
      select has_function_privilege('anon', p.oid, 'execute') as anon,
        has_function_privilege('authenticated', p.oid, 'execute') as authenticated,
        has_function_privilege('service_role', p.oid, 'execute') as service_role
      from pg_proc p where p.proname = ${name}`;
    assert.deepEqual(row, { anon: false, authenticated: false, service_role: true });
  });
