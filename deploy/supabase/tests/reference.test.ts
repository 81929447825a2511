import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { makeReference, referenceFile } from '../write-reference.ts';

test('API.md matches the comments of the schema files', async () => {
  const wanted = (await makeReference()).split('\n');
  assert.ok(wanted.filter((line) => line.startsWith('### ')).length > 30, 'it lists the functions');
  assert.ok(wanted.every((line) => line.length <= 200));
  assert.deepEqual((await readFile(referenceFile, 'utf8')).split('\n'), wanted, 'stale: run `npm run db:docs`');
});
