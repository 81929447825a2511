import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withStartUpLock } from '../database/start-up-lock.ts';
import { poll } from '../testing/poll.ts';
import { startTestBackend, type TestBackend } from '../testing/test-backend.ts';

let given: TestBackend;
before(async () => void (given = await startTestBackend()));
after(() => given.stop());

const locked = <Result>(step: () => Promise<Result>) => withStartUpLock(given.backend.databaseUrl, step);

/** The advisory locks of this database: other tests of the same server hold some in theirs. */
const ownLocks = () => given.backend.sql`
  from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;

/** Waits until this many hold the lock, and this many wait for it. */
async function untilLocked(counts: { held: number; waiting: number }): Promise<void> {
  await poll(`${counts.held} held, ${counts.waiting} waiting`, async () => {
    const [row] = await given.backend.sql`
      select count(*) filter (where granted)::int as held, count(*) filter (where not granted)::int as waiting
      ${ownLocks()}`;
    return row?.['held'] === counts.held && row['waiting'] === counts.waiting;
  });
}

/** Ends the connection that holds the lock, as a restart of Postgres does. */
async function endHolder(): Promise<void> {
  const ended = await given.backend.sql`select pg_terminate_backend(pid, 5000) ${ownLocks()} and granted`;
  assert.equal(ended.length, 1);
}

test('steps of two processes run one after the other', async () => {
  const order: string[] = [];
  let finishFirst: () => void = () => undefined;
  const first = locked(async () => {
    await new Promise<void>((resolve) => (finishFirst = resolve));
    order.push('first');
  });
  await untilLocked({ held: 1, waiting: 0 });
  const second = locked(async () => void order.push('second'));
  await untilLocked({ held: 1, waiting: 1 });
  finishFirst();
  await Promise.all([first, second]);
  assert.deepEqual(order, ['first', 'second']);
});

test(
  'a start-up whose connection is lost ends with a sentence, whatever its step waits for',
  { timeout: 30_000 },
  async () => {
    const sentence = /^Error: Postgres ended the connection while the backend started\. Start it again\.$/;
    const never = new Promise<never>(() => undefined);
    await assert.rejects(
      locked(async () => {
        await endHolder();
        await never;
      }),
      sentence,
    );
    await assert.rejects(locked(endHolder), sentence);
    assert.equal(await locked(async () => 'free again'), 'free again');
  },
);
