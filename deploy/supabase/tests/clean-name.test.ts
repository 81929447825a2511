import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseName } from '@twostroke/shared/domain/person-name';
import { openDatabase } from './open-database.ts';
import type { TestDatabase } from './open-database.ts';
import { noPersonNames, personNames } from './person-names.ts';

let db: TestDatabase;
before(async () => {
  db = await openDatabase();
});
after(() => db.close());

async function cleanNames(typed: string[]): Promise<(string | null)[]> {
  const rows = await db.sql<{ name: string | null }[]>`
    select private.clean_name(t.typed) as name
    from unnest(${typed}::text[]) with ordinality as t (typed, place) order by t.place`;
  return rows.map(({ name }) => name);
}

test('browser and database accept and normalise the same names', async () => {
  const typed = personNames.map(([name]) => name);
  const expected = personNames.map(([, name]) => name);
  assert.deepEqual(typed.map(parseName), expected);
  assert.deepEqual(await cleanNames(typed), expected);
});

test('browser and database reject the same names', async () => {
  const none = noPersonNames.map(() => null);
  assert.deepEqual(noPersonNames.map(parseName), none);
  assert.deepEqual(await cleanNames(noPersonNames), none);
});

test('browser and database agree on every character of the scripts in use', async () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
  // Postgres may have an older Unicode version than Node: it may reject characters that it does not know.
  const known = await db.sql<{ known: boolean }[]>`
    select t.c collate "und-x-icu" ~ '[[:graph:]]' as known
    from unnest(${characters}::text[]) with ordinality as t (c, place) order by t.place`;
  const typed = characters.filter((_, index) => known[index]?.known).flatMap((c) => [`a${c}a`, `${c}aa`]);
  assert.ok(typed.length > 100_000);
  const cleaned = await cleanNames(typed);
  const differing = typed.filter((name, index) => parseName(name) !== cleaned[index]);
  assert.deepEqual(differing, []);
});
