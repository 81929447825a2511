import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ReservedSql, Sql } from 'postgres';
import postgres from 'postgres';
import { asRead, gatherSettings } from '../rest/gather-settings.ts';
import type { BarePostgres } from '../testing/bare-postgres.ts';
import { startBarePostgres } from '../testing/bare-postgres.ts';
import { poll } from '../testing/poll.ts';
import { isEndOfConnection } from '../../supabase/run-in-transaction.ts';

let server: BarePostgres;
let databaseUrl: string;
let driver: Sql;
let connection: ReservedSql;
/** What Postgres was sent. */
const sent: string[] = [];

before(async () => {
  server = await startBarePostgres();
  ({ databaseUrl } = await server.createDatabase('settings'));
  driver = postgres(databaseUrl, { max: 1, onnotice: () => undefined, debug: (_, query) => sent.push(query) });
  gatherSettings(driver);
  connection = await driver.reserve();
});
after(async () => {
  connection.release();
  await driver.end();
  await server.stop();
});
beforeEach(() => sent.splice(0));

/** As lite opens a transaction. */
async function openAs(role: string): Promise<void> {
  await connection.unsafe('begin');
  await connection.unsafe(`SELECT set_config('role', $1, true)`, [role]);
  await connection.unsafe(`SELECT set_config('request.method', $1, true)`, ['POST']);
}

/** As lite opens the transaction of a function. */
async function openForFunction(): Promise<void> {
  await openAs('anon');
  await connection.unsafe(`SELECT set_config('response.status', '', true)`);
  await connection.unsafe(`SELECT set_config('response.headers', '', true)`);
}

/** The query that lite sends after a function. */
const whichResponse = `
        SELECT current_setting('response.status', true) AS status,
               current_setting('response.headers', true) AS headers
      `;

const whoAmI = `select current_user::text as role, current_setting('request.method', true) as method, $1::int as value`;

test('settings are sent in one statement with the first query, and end with the transaction', async () => {
  await openAs('anon');
  assert.deepEqual(sent, [], 'nothing is sent before the first query');
  const rows = await connection.unsafe(whoAmI, [7]);
  assert.deepEqual([...rows], [{ role: 'anon', method: 'POST', value: 7 }]);
  await connection.unsafe('commit');
  assert.equal(sent.length, 4);
  assert.match(sent[1]!, /^select set_config\('role', \$1, true\), set_config\('request.method'/);
  const [afterwards] = await connection.unsafe(whoAmI, [8]);
  assert.deepEqual({ ...afterwards }, { role: 'postgres', method: '', value: 8 });
});

test('the next transaction has only its own settings', async () => {
  await openAs('service_role');
  await connection.unsafe('select 1');
  await connection.unsafe('commit');
  await connection.unsafe('begin');
  await connection.unsafe(`SELECT set_config('role', $1, true)`, ['anon']);
  const [row] = await connection.unsafe(whoAmI, [1]);
  assert.deepEqual({ ...row }, { role: 'anon', method: '', value: 1 });
  await connection.unsafe('rollback');
});

test('an unknown role fails the query with its own error, and the connection stays usable', async () => {
  await openAs('nobody_of_that_name');
  await assert.rejects(connection.unsafe(whoAmI, [1]), { code: '22023' });
  await connection.unsafe('rollback');
  await openAs('anon');
  assert.equal((await connection.unsafe(whoAmI, [2]))[0]!['role'], 'anon');
  await connection.unsafe('rollback');
});

test('a failing query fails as usual, and so do later ones in its transaction', async () => {
  await openAs('anon');
  await assert.rejects(connection.unsafe('select $1::int / 0', [1]), { code: '22012' });
  await assert.rejects(connection.unsafe(whoAmI, [1]), { code: '25P02' });
  await connection.unsafe('rollback');
});

test('a transaction without a query sends nothing', async () => {
  await openAs('anon');
  await connection.unsafe('commit');
  assert.deepEqual(sent, []);
  assert.equal((await connection.unsafe(whoAmI, [1]))[0]!['role'], 'postgres');
});

test('queries are prepared, up to a limit', async () => {
  for (let index = 0; index < 300; index += 1) await connection.unsafe(`select $1::int as value_${index}`, [index]);
  const [row] = await connection.unsafe(`select count(*)::int as count from pg_prepared_statements`);
  assert.ok(row!['count'] > 100 && row!['count'] <= 205, `${row!['count']} statements are prepared`);
});

test('the response settings of a function are read with its result', async () => {
  await openForFunction();
  await connection.unsafe(`select set_config('response.status', $1, true)`, ['201']);
  assert.equal(sent.length, 4, 'begin, settings, the function, the question');
  const rows = await connection.unsafe(whichResponse);
  assert.equal(sent.length, 4);
  assert.deepEqual([...rows], [{ status: '201', headers: '' }]);
  await connection.unsafe('commit');
});

test('after another query the response settings are those at that point', async () => {
  await openForFunction();
  await connection.unsafe('select $1::int', [1]);
  await connection.unsafe(`select set_config('response.status', $1, true)`, ['202']);
  assert.equal((await connection.unsafe(whichResponse))[0]!['status'], '202');
  assert.equal((await connection.unsafe(whichResponse))[0]!['status'], '202', 'a second read gets the same answer');
  await connection.unsafe('commit');
});

test('the connection stays usable after a function fails', async () => {
  await openForFunction();
  await assert.rejects(connection.unsafe('select $1::int / 0', [1]), { code: '22012' });
  await connection.unsafe('rollback');
  await openForFunction();
  assert.equal((await connection.unsafe(whoAmI, [3]))[0]!['value'], 3);
  assert.equal((await connection.unsafe(whichResponse))[0]!['status'], '');
  await connection.unsafe('commit');
});

test('a read ends its transaction itself, and lite hears the end of it', async () => {
  await asRead(async () => {
    await openAs('anon');
    assert.equal((await connection.unsafe(whoAmI, [1]))[0]!['role'], 'anon');
    assert.deepEqual([sent.length, sent[3]], [4, 'commit']);
    assert.equal((await connection.unsafe('commit')).command, 'COMMIT');
    assert.equal(sent.length, 4);
  });
  assert.equal((await connection.unsafe(whoAmI, [2]))[0]!['role'], 'postgres');
});

test('a second read of the same call has the settings of the first, and none follows a failed one', async () => {
  await asRead(async () => {
    await openAs('anon');
    await connection.unsafe(whoAmI, [1]);
    const [row] = await connection.unsafe(whoAmI, [2]);
    assert.deepEqual({ ...row }, { role: 'anon', method: 'POST', value: 2 });
    await connection.unsafe('commit');
    await openAs('anon');
    await assert.rejects(connection.unsafe('select $1::int / 0', [1]), { code: '22012' });
    sent.splice(0);
    await connection.unsafe('rollback');
    assert.deepEqual(sent, []);
    assert.equal((await connection.unsafe(whoAmI, [3]))[0]!['role'], 'postgres');
    await openAs('anon');
    await assert.rejects(connection.unsafe('select $1::int / 0', [1]), { code: '22012' });
    await assert.rejects(connection.unsafe(whoAmI, [4]), { code: '22012' });
    await connection.unsafe('rollback');
  });
  assert.equal((await connection.unsafe(whoAmI, [5]))[0]!['role'], 'postgres');
});

test('a read of Auth, which may write next, does not end its transaction', async () => {
  await asRead(async () => {
    await connection.unsafe('begin');
    await connection.unsafe(whoAmI, [1]);
    assert.ok(!sent.includes('commit'));
    await connection.unsafe('commit');
    assert.ok(sent.includes('commit'));
  });
});

test('a function that is called to read can not write, without another round trip', async () => {
  await openForFunction();
  await connection.unsafe('SET LOCAL transaction_read_only = on');
  assert.deepEqual(sent, []);
  await assert.rejects(connection.unsafe('create table written (id int)'), { code: '25006' });
  await connection.unsafe('rollback');
});

test(
  'when the connection ends during a read, the end of its transaction is rejected too',
  { timeout: 30_000 },
  async () => {
    const ending = postgres(databaseUrl, { max: 1 });
    gatherSettings(ending);
    const reserved = await ending.reserve();
    const { pid } = (await reserved.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid'))[0]!;
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where pid = ${pid} and query like 'select pg_sleep%' and state = 'active'`;
    await asRead(async () => {
      await reserved.unsafe('begin');
      await reserved.unsafe(`SELECT set_config('role', $1, true)`, ['anon']);
      // The driver prepares it first, and keeps the commit until then.
      const rejected = assert.rejects(reserved.unsafe('select pg_sleep($1::int)', [600]), isEndOfConnection);
      await poll('the read', async () => (await connection.unsafe(terminate)).length > 0);
      await rejected;
      await assert.rejects(reserved.unsafe('rollback'), isEndOfConnection);
    });
    await ending.end({ timeout: 0 });
  },
);
