import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runInTransaction } from '../run-in-transaction.ts';
import { runSqlText } from '../run-sql-file.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

let db: TestDatabase;
before(async () => void (db = await openDatabase({ connections: 4 })));
after(() => db.close());

test('a transaction whose connection ends is rejected, and the process goes on', async () => {
  for (const text of [
    'select pg_terminate_backend(pg_backend_pid())',
    'select 1; select pg_terminate_backend(pg_backend_pid())',
  ])
    await assert.rejects(
      // Nested as in a migration, whose error names its file.
      runInTransaction(db.sql, (transaction) => runSqlText(transaction, text, 'a.sql')),
      (error: { code?: string }) => error.code === 'CONNECTION_CLOSED',
    );
  await assert.rejects(
    runInTransaction(db.sql, (transaction) => transaction.unsafe('select pg_terminate_backend(pg_backend_pid())')),
    (error: { code?: string }) => error.code === 'CONNECTION_CLOSED',
  );
  // A write to a closed socket would fail here: it is made as soon as the event loop comes round.
  assert.deepEqual([...(await db.sql`select 1 as value`)], [{ value: 1 }]);
});

test('a rejected transaction is rolled back, and its error is passed on', async () => {
  await assert.rejects(
    runInTransaction(db.sql, async (transaction) => {
      await transaction`create table public.not_kept (id int)`;
      await transaction`select 1 / 0`;
    }),
    /division by zero/,
  );
  const [row] = await db.sql`select to_regclass('public.not_kept') is null as missing`;
  assert.equal(row?.['missing'], true);
});
