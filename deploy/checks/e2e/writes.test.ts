import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { sourcesOfSite, writesIn } from './sending-files.ts';
import { functions, otherWrites } from './writes.ts';

test('every write that the code of the site makes is in the table of writes', () => {
  const found = new Set(sourcesOfSite().flatMap((file) => writesIn(readFileSync(file, 'utf8'))));
  const others = [...found].filter((write) => !(write in functions));
  assert.deepEqual(others.sort(), Object.keys(otherWrites).sort());
});
