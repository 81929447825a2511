import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { renewPool } from '../rest/renew-pool.ts';
import type { BarePostgres } from '../testing/bare-postgres.ts';
import { startBarePostgres } from '../testing/bare-postgres.ts';

const CONNECTIONS = 3;
let server: BarePostgres;
let owner: Sql;
let driver: Sql;
/** Pools that were opened. */
let pools = 0;
/** A proxy between the pool and Postgres, to simulate an outage. */
let gate: Server;
const sockets = new Set<Socket>();

before(async () => {
  server = await startBarePostgres();
  const database = await server.createDatabase('renewed');
  owner = database.sql;
  const url = new URL(database.databaseUrl);
  const port = Number(url.port);
  gate = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => (socket.destroy(), onward.destroy(), sockets.delete(one)));
    }
  });
  await once(gate.listen(0, '127.0.0.1'), 'listening');
  url.port = String((gate.address() as AddressInfo).port);
  const settings = {
    max: CONNECTIONS,
    idle_timeout: 1,
    onnotice: () => undefined,
    backoff: () => 0,
  };
  const open = (): Sql => ((pools += 1), postgres(url.href, settings));
  driver = open();
  renewPool(driver, open, 3_000);
});
after(async () => {
  await driver.end({ timeout: 1 });
  gate.close();
  for (const socket of sockets) socket.destroy();
  await server.stop();
});

/** Like a request: reserves a connection and releases it unless it has ended. */
async function ask(query: string): Promise<unknown> {
  const reserved = await driver.reserve();
  const [row] = await reserved.unsafe(query);
  reserved.release();
  return row?.['value'];
}
/** Reserves all connections of the pool, so that those still being opened are open afterwards. */
const reserveAll = () => Promise.all(Array.from({ length: CONNECTIONS }, () => driver.reserve()));
const askAll = (count: number, query = 'select 7 as value') =>
  Promise.allSettled(Array.from({ length: count }, () => ask(query)));
const answers = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message));

test('connections that end during queries do not fail later queries', { timeout: 30_000 }, async () => {
  for (let round = 0; round < 3; round += 1) {
    const sleeping = askAll(CONNECTIONS, 'select pg_sleep(20) as value');
    const ended = new Set<unknown>();
    while (ended.size < CONNECTIONS) {
      const gone = await owner`
        select pid, pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep(20)%' and state = 'active'`;
      for (const { pid } of gone) ended.add(pid);
    }
    for (const outcome of await sleeping) assert.equal(outcome.status, 'rejected');
    assert.deepEqual(answers(await askAll(20)), Array(20).fill(7), `round ${round}`);
  }
});

test('all connections work again after a database outage', { timeout: 30_000 }, async () => {
  for (const connection of await reserveAll()) connection.release();
  const address = gate.address() as AddressInfo;
  gate.close();
  for (const socket of sockets) socket.destroy();
  for (const outcome of await askAll(20)) assert.equal(outcome.status, 'rejected');
  await once(gate.listen(address.port, '127.0.0.1'), 'listening');
  assert.deepEqual(answers(await askAll(20)), Array(20).fill(7));
});

test(
  'a caller that gets no connection in time is rejected; a busy pool is kept and recovers',
  { timeout: 30_000 },
  async () => {
    const before = pools;
    const held = await reserveAll();
    await assert.rejects(ask('select 7 as value'), { code: 'PGRST003' });
    for (const connection of held) connection.release();
    assert.deepEqual(answers(await askAll(20)), Array(20).fill(7));
    assert.equal(pools, before);
  },
);
