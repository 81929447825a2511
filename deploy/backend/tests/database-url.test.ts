import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeAdmin } from '../accounts/make-admin.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { defaultMigrationsFolder } from '../database/prepare-database.ts';
import { silentLogger } from '../logger.ts';
import type { BarePostgres } from '../testing/bare-postgres.ts';
import { startBarePostgres } from '../testing/bare-postgres.ts';
import { readAcls } from '../testing/read-acls.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { signUp, startTestBackend, testMigrations } from '../testing/test-backend.ts';

let server: BarePostgres;
before(async () => {
  server = await startBarePostgres();
});
after(() => server.stop());

test('two backends start on one empty database at the same time, and share its sessions', async () => {
  const { databaseUrl } = await server.createDatabase('shared');
  const folder = tempFolder();
  const [one, two] = await Promise.all([1, 2].map(() => startTestBackend({ databaseUrl, dataFolder: folder.path })));
  assert.ok(one && two);
  try {
    const { client, id, email } = await signUp(one);
    const { data } = await client.auth.getSession();
    const there = two.client();
    await there.auth.setSession(data.session ?? { access_token: '', refresh_token: '' });
    assert.equal((await there.auth.getUser()).data.user?.id, id);
    assert.match(await makeAdmin({ kind: 'database', databaseUrl }, email.toUpperCase()), /is an owner/);
    await makeAdmin({ kind: 'database', databaseUrl }, email);
    assert.deepEqual((await there.from('user_roles').select()).data, [{ user_id: id, role: 'admin' }]);
  } finally {
    await one.stop();
    await two.stop();
    folder.remove();
  }
});

test('make-admin works on the embedded database while the site runs and while it does not', async () => {
  const folder = tempFolder();
  const site = await startTestBackend({ dataFolder: folder.path });
  const { email, id } = await signUp(site);
  const target = { kind: 'embedded', dataFolder: folder.path } as const;
  await assert.rejects(makeAdmin(target, 'nobody@example.in'), /No account has the address nobody@example.in/);
  await makeAdmin(target, email);
  const roles = await site.backend.sql`select user_id, role from user_roles`;
  assert.deepEqual([...roles], [{ user_id: id, role: 'admin' }]);
  const other = await signUp(site);
  await site.stop();
  await makeAdmin(target, other.email);
  await assert.rejects(makeAdmin(target, 'not an address'), /is not an e-mail address/);
  folder.remove();
});

test('a connection to another machine is warned of unless the certificate is verified', async () => {
  const warningsOf = async (address: string): Promise<string[]> => {
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (sentence: string) => void warnings.push(sentence) };
    // Nothing listens there; the warning comes before.
    await assert.rejects(openDatabase(`postgres://someone@${address}`, { logger }));
    return warnings;
  };
  assert.deepEqual(await warningsOf('0.0.0.0:9/shop?sslmode=require'), [
    'The connection to 0.0.0.0 is not safe: with sslmode=require any certificate is accepted. Add sslmode=verify-full to DATABASE_URL.',
  ]);
  assert.match((await warningsOf('0.0.0.0:9/shop')).join(), /without sslmode it is not encrypted/);
  for (const safe of ['0.0.0.0:9/shop?sslmode=verify-full', '0.0.0.0:9/shop?sslrootcert=system', '127.0.0.1:9/shop'])
    assert.deepEqual(await warningsOf(safe), [], safe);
});

test('an unreachable server is reported with what to do and without its password', async () => {
  await assert.rejects(openDatabase('postgres://someone:hidden@127.0.0.1:9/shop'), (error: Error) => {
    assert.match(error.message, /No Postgres server answers at 127\.0\.0\.1:9\/shop: .*DATABASE_URL/);
    assert.ok(!error.message.includes('hidden'));
    return true;
  });
  const wrong = new URL(server.databaseUrl);
  wrong.password = 'wrong';
  await assert.rejects(openDatabase(wrong.href), /Check user and password/);
});

test('migrations are applied once, recorded for the Supabase CLI, and rejected when history was changed', async () => {
  const { sql } = await server.createDatabase('history');
  const folder = tempFolder();
  cpSync(testMigrations, folder.path, { recursive: true });
  chmodSync(folder.path, 0o755);
  assert.equal((await migrate(sql, folder.path)).length, 2);
  assert.deepEqual(await migrate(sql, folder.path), []);
  const rows = await sql`select version, name from supabase_migrations.schema_migrations order by 1`;
  assert.deepEqual([...rows][0], { version: '20260101000100', name: 'notes' });

  const broken = join(folder.path, '20260102000000_broken.sql');
  writeFileSync(broken, 'create table public.half (id int);\n\nselect nonsense;\n');
  await assert.rejects(
    migrate(sql, folder.path),
    /20260102000000_broken\.sql:3: column "nonsense" does not exist \(42703\)/,
  );
  assert.equal((await sql`select to_regclass('public.half') as found`)[0]?.['found'], null);
  rmSync(broken);

  const early = join(folder.path, '20250101000000_early.sql');
  writeFileSync(early, 'select 1;');
  await assert.rejects(migrate(sql, folder.path), /20250101000000_early\.sql is older than 20260101000200/);
  rmSync(early);

  const changed = join(folder.path, '20260101000200_functions.sql');
  const text = readFileSync(changed, 'utf8');
  writeFileSync(changed, `${text}select 1;`);
  await assert.rejects(migrate(sql, folder.path), /20260101000200_functions\.sql was changed after/);
  rmSync(changed);
  await assert.rejects(migrate(sql, folder.path), /has migration 20260101000200, which this checkout does not have/);
  mkdirSync(folder.path, { recursive: true });
  folder.remove();
});

test("the site's migrations give the same rights under permissive and under empty default privileges", async () => {
  const permissive = await server.createDatabase('permissive', 'permissive');
  const empty = await server.createDatabase('empty', 'empty');
  await migrate(permissive.sql, defaultMigrationsFolder);
  await migrate(empty.sql, defaultMigrationsFolder);
  const rights = await readAcls(permissive.sql);
  assert.ok(rights.length > 20);
  assert.deepEqual(rights, await readAcls(empty.sql));
});
