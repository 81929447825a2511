import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLimits } from '../backend-limits.ts';
import { RateLimiter } from '../gateway/rate-limiter.ts';

const day = 24 * 3600;

/** How many events pass in a day when one is tried every second. */
function passedInADay(rule: ConstructorParameters<typeof RateLimiter>[0]): number {
  let now = 0;
  const limiter = new RateLimiter(rule, () => now * 1000);
  let passed = 0;
  for (; now < day; now += 1) if (limiter.take('somebody') === 0) passed += 1;
  return passed;
}

test('a paced limit and one of windows let about as much through a day', () => {
  assert.equal(passedInADay({ max: 10, perSeconds: 900 }), 960);
  assert.equal(passedInADay({ max: 10, perSeconds: 900, isPaced: true }), 969);
});

test('passwords are guessed at most so often a day, for one account and for all', () => {
  assert.equal(passedInADay(defaultLimits.passwordTriesPerDevice), 969);
  assert.equal(passedInADay(defaultLimits.passwordTriesPerAccountAndAddress), 969);
  assert.equal(passedInADay(defaultLimits.passwordTriesPerAddress), 5819);
});

test('a paced limit gives its places back one by one, and all of them after the whole time', () => {
  let now = 0;
  const limiter = new RateLimiter({ max: 3, perSeconds: 30, isPaced: true }, () => now * 1000);
  const take = () => limiter.take('somebody');
  assert.deepEqual([take(), take(), take(), take(), take()], [0, 0, 0, 10, 10]);
  now = 4;
  assert.deepEqual([limiter.secondsToWait('somebody'), take(), limiter.take('another')], [6, 6, 0]);
  now = 24;
  assert.deepEqual([take(), take(), take()], [0, 0, 6]);
  limiter.giveBack('somebody');
  assert.deepEqual([take(), take()], [0, 6]);
  now = 60;
  assert.deepEqual([take(), take(), take(), take()], [0, 0, 0, 10]);
  limiter.forget('somebody');
  assert.equal(take(), 0);
});
