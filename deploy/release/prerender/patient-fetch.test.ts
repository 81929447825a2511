import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askOnce, createPatientFetch } from './patient-fetch.mjs';

const busy = (seconds: string) => new Response('{}', { status: 429, headers: { 'Retry-After': seconds } });

/** A backend that gives these answers one after the other, the last one for ever. */
function backendOf(...answers: (() => Response)[]) {
  const asked: string[] = [];
  const waited: number[] = [];
  const patient = createPatientFetch({
    fetch: (input) => {
      const next = answers[Math.min(asked.push(String(input)), answers.length) - 1]!;
      return Promise.resolve(next());
    },
    wait: (ms) => Promise.resolve(waited.push(ms)),
  });
  return { patient, asked, waited };
}

test('a refused question is asked again after the time that the backend names', async () => {
  const { patient, asked, waited } = backendOf(
    () => busy('42'),
    () => new Response('rows'),
  );
  assert.equal(await (await patient('/models')).text(), 'rows');
  assert.deepEqual([asked, waited], [['/models', '/models'], [42_000]]);
});

test('while one waits nobody asks, and those refused together wait once', async () => {
  let isBusy = true;
  let goOn = (): void => undefined;
  const asked: string[] = [];
  const heard: number[] = [];
  const patient = createPatientFetch({
    fetch: (input) => {
      asked.push(String(input));
      return Promise.resolve(isBusy ? busy('7') : new Response('rows'));
    },
    onWait: (ms) => heard.push(ms),
    wait: () => new Promise<void>((resolve) => (goOn = resolve)),
  });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const first = [patient('/a'), patient('/b')];
  await turn();
  const late = patient('/c');
  await turn();
  assert.deepEqual([asked, heard], [['/a', '/b'], [7000]]);
  isBusy = false;
  goOn();
  for (const answer of await Promise.all([...first, late])) assert.equal(answer.status, 200);
  assert.deepEqual(asked.slice(2).sort(), ['/a', '/b', '/c']);
});

test('a backend that never has room, or asks for too long a time, is not waited for without end', async () => {
  const never = backendOf(() => busy('1'));
  assert.equal((await never.patient('/models')).status, 429);
  assert.equal(never.waited.length, 5);
  const tomorrow = backendOf(() => busy('86400'));
  assert.equal((await tomorrow.patient('/models')).status, 429);
  assert.deepEqual(tomorrow.waited, []);
});

test('the same question is asked once; another one, a call of a function and one that failed are asked', async () => {
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
