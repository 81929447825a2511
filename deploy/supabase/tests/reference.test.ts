import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { before, test } from 'node:test';
import { makeReference, referenceFile, rightsFile } from '../write-reference.ts';

let wanted: Map<string, string>;
before(async () => {
  wanted = await makeReference();
});

for (const [file, what, entries] of [
  [referenceFile, 'the comments of the schema files', /^### /],
  [rightsFile, 'the grants and policies of the schema files', /^\| `/],
] as const)
  test(`${basename(file)} matches ${what}`, async () => {
    const lines = (wanted.get(file) ?? '').split('\n');
    assert.ok(lines.filter((line) => entries.test(line)).length > 30, 'it lists them');
    assert.ok(lines.every((line) => line.length <= 200));
    assert.deepEqual((await readFile(file, 'utf8')).split('\n'), lines, 'stale: run `npm run db:docs`');
  });
