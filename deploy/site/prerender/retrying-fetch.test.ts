import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askOnce, createRetryingFetch } from './retrying-fetch.mjs';

const busy = (seconds: string) => new Response('{}', { status: 429, headers: { 'Retry-After': seconds } });

/** A backend that gives these answers in turn, and then repeats the last one. */
function backendOf(...answers: (() => Response)[]) {
  const asked: string[] = [];
  const waited: number[] = [];
  const retrying = createRetryingFetch({
    fetch: async (input) => {
      const next = answers[Math.min(asked.push(String(input)), answers.length) - 1]!;
      return next();
    },
    wait: (ms) => Promise.resolve(waited.push(ms)),
  });
  return { retrying, asked, waited };
}

test('a rejected request is retried after the time that the backend names', async () => {
  const { retrying, asked, waited } = backendOf(
    () => busy('42'),
    () => new Response('rows'),
  );
  assert.equal(await (await retrying('/models')).text(), 'rows');
  assert.deepEqual([asked, waited], [['/models', '/models'], [42_000]]);
});

test('no request is sent during a pause, and requests rejected together wait once', async () => {
  let isBusy = true;
  let goOn = (): void => undefined;
  const asked: string[] = [];
  const heard: number[] = [];
  const retrying = createRetryingFetch({
    fetch: (input) => {
      asked.push(String(input));
      return Promise.resolve(isBusy ? busy('7') : new Response('rows'));
    },
    onWait: (ms) => heard.push(ms),
    wait: () => new Promise<void>((resolve) => (goOn = resolve)),
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const first = [retrying('/a'), retrying('/b')];
  await turn();
  const late = retrying('/c');
  await turn();
  assert.deepEqual([asked, heard], [['/a', '/b'], [7000]]);
  isBusy = false;
  goOn();
  for (const answer of await Promise.all([...first, late])) assert.equal(answer.status, 200);
  assert.deepEqual(asked.slice(2).sort(), ['/a', '/b', '/c']);
});

test('retries end when the backend stays busy or asks for too long a wait', async () => {
  const never = backendOf(() => busy('1'));
  assert.equal((await never.retrying('/models')).status, 429);
  assert.equal(never.waited.length, 5);
  const tomorrow = backendOf(() => busy('86400'));
  assert.equal((await tomorrow.retrying('/models')).status, 429);
  assert.deepEqual(tomorrow.waited, []);
});

test('a request whose connection fails is sent once more, and then says what happened', async () => {
  const reset = (): never => {
    throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
  };
  const closed = backendOf(reset, () => new Response('rows'));
  assert.equal(await (await closed.retrying('/models')).text(), 'rows');
  const dead = backendOf(reset);
  await assert.rejects(dead.retrying('/models'), { name: 'TypeError', message: 'Connection failed: read ECONNRESET' });
  assert.equal(dead.asked.length, 2);
});

test('a request that times out is not sent again', async () => {
  const slow = backendOf(() => {
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  });
  await assert.rejects(slow.retrying('/models'), { name: 'TimeoutError' });
  assert.equal(slow.asked.length, 1);
});

test('equal requests are sent once; other requests, function calls and retries of failed ones are sent', async () => {
  const asked: string[] = [];
  let status = 500;
  const fetchOnce = askOnce((input, init) => {
    asked.push(`${init?.method ?? 'GET'} ${String(input)}`);
    return Promise.resolve(new Response(`${status}`, { status }));
  });
  assert.equal((await fetchOnce('/models')).status, 500);
  status = 200;
  const answers = await Promise.all([fetchOnce('/models'), fetchOnce('/models')]);
  for (const answer of answers) assert.equal(await answer.text(), '200');
  await fetchOnce('/models', { headers: { Accept: 'application/vnd.pgrst.object+json' } });
  await fetchOnce('/rpc/list_slots', { method: 'POST' });
  await fetchOnce('/rpc/list_slots', { method: 'POST' });
  assert.deepEqual(asked, [
    'GET /models',
    'GET /models',
    'GET /models',
    'POST /rpc/list_slots',
    'POST /rpc/list_slots',
  ]);
});
