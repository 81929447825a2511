import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteCache } from './byte-cache.ts';

test('the least recently used values go when the bytes are used up', () => {
  const cache = createByteCache<string>(100);
  cache.set('a', 'A', 40);
  cache.set('b', 'B', 40);
  assert.equal(cache.get('a'), 'A');
  cache.set('c', 'C', 40);
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.get(key)),
    ['A', undefined, 'C'],
  );
  assert.equal(cache.bytes, 80);
});

test('a replaced value counts once, and one that alone is too large is not kept and drops no other', () => {
  const cache = createByteCache<string>(100);
  for (let turn = 0; turn < 10; turn += 1) cache.set('a', `A${turn}`, 60);
  assert.equal(cache.bytes, 60);
  cache.set('large', 'L', 101);
  assert.deepEqual([cache.get('a'), cache.get('large'), cache.bytes], ['A9', undefined, 60]);
  cache.clear();
  assert.deepEqual([cache.get('a'), cache.bytes], [undefined, 0]);
});
