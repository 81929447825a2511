import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheRows } from './cache-rows.ts';

/** A backend that returns its number of requests, until it is stopped. */
function backendOf() {
  const backend = { asked: 0, stopped: false, now: 0 };
  const rows = cacheRows(
    (query) => {
      backend.asked += 1;
      if (backend.stopped) return Promise.reject(new Error('down'));
      return Promise.resolve([{ [query]: `answer ${backend.asked}` }]);
    },
    () => backend.now,
  );
  return { backend, rows };
}

test('a query runs once in half a minute, regardless of the number of callers', async () => {
  const { backend, rows } = backendOf();
  const answers = await Promise.all([rows('posts'), rows('posts'), rows('areas')]);
  assert.deepEqual(answers, [[{ posts: 'answer 1' }], [{ posts: 'answer 1' }], [{ areas: 'answer 2' }]]);
  backend.now = 29_999;
  assert.equal(await rows('posts'), answers[0]);
  backend.now = 30_000;
  assert.deepEqual(await rows('posts'), [{ posts: 'answer 3' }]);
});

test('while the backend is down the last answer stays, and is not requested again for half a minute', async () => {
  const { backend, rows } = backendOf();
  const first = await rows('posts');
  Object.assign(backend, { stopped: true, now: 40_000 });
  assert.equal(await rows('posts'), first);
  assert.equal(await rows('posts'), first);
  assert.equal(backend.asked, 2);
  Object.assign(backend, { stopped: false, now: 70_000 });
  assert.deepEqual(await rows('posts'), [{ posts: 'answer 3' }]);
});

test('a query without any answer fails for each caller, and the next caller retries it', async () => {
  const { backend, rows } = backendOf();
  backend.stopped = true;
  await assert.rejects(rows('posts'), /down/);
  backend.stopped = false;
  assert.deepEqual(await rows('posts'), [{ posts: 'answer 2' }]);
});
