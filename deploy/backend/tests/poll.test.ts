import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poll } from '../testing/poll.ts';

test('a poll ends with its condition, in time, and also when an attempt never settles', async () => {
  let attempts = 0;
  assert.equal(await poll('three attempts', async () => (attempts += 1) === 3 && 'done'), 'done');
  const tooLate = /^Error: Timed out after 60 ms: the end$/;
  await assert.rejects(
    poll('the end', async () => false, 60),
    tooLate,
  );
  await assert.rejects(
    poll('the end', () => new Promise<never>(() => undefined), 60),
    tooLate,
  );
  await assert.rejects(
    poll('the end', () => Promise.reject(new Error('of its own'))),
    /of its own/,
  );
});
