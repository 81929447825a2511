import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { folderTarget } from './folder-target.ts';
import { withLease, type Changer, type Lease } from './lease.ts';
import type { Target } from './target.ts';

const asha: Changer = { by: 'Asha', waitMs: 0 };
const ravi: Changer = { by: 'Ravi', waitMs: 0 };
let folder: string;
let target: Target;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'twostroke-lease-'));
  target = folderTarget(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A claim whose holder gave its last sign so long ago. */
async function leave(by: string, secondsAgo: number): Promise<string> {
  const id = '00000000-0000-4000-8000-000000000001';
  const at = new Date(Date.now() - secondsAgo * 1000).toISOString();
  const claim = { id, by, doing: 'flip 3', since: at, renewedAt: at };
  await target.writeText(`leases/${id}.json`, JSON.stringify(claim));
  return `leases/${id}.json`;
}

/** Lets two look at the same moment: nobody is answered before both have asked. */
function bothAtOnce(): Target {
  let waiting: (() => void)[] = [];
  let rounds = 0;
  return {
    ...target,
    async list(below) {
      const isOneOfBoth = (rounds += 1) <= 4; // before they write, and after
      if (isOneOfBoth)
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length < 2) return;
          for (const go of waiting) go();
          waiting = [];
        });
      return target.list(below);
    },
  };
}

test('of two that come at the very same moment never both are let in', async () => {
  const meeting = bothAtOnce();
  let [inside, most] = [0, 0];
  const work = async (): Promise<void> => {
    most = Math.max(most, (inside += 1));
    await target.readText('live.json');
    inside -= 1;
  };
  const outcomes = await Promise.allSettled([
    withLease(meeting, asha, 'flip 4', work),
    withLease(meeting, ravi, 'flip 4', work),
  ]);
  assert.ok(outcomes.some(({ status }) => status === 'rejected') && most <= 1, `${most} at once`);
  assert.deepEqual(await target.list('leases'), []);
});

test('those who step back try again until one is first: both get their turn', async () => {
  const meeting = bothAtOnce();
  const order: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    order.push(`${name} begins`);
    await target.readText('live.json');
    order.push(`${name} ends`);
  };
  await Promise.all([
    withLease(meeting, { by: 'Asha' }, 'flip 4', work('Asha')),
    withLease(meeting, { by: 'Ravi' }, 'flip 4', work('Ravi')),
  ]);
  const [first, second] = order[0]!.startsWith('Asha') ? ['Asha', 'Ravi'] : ['Ravi', 'Asha'];
  assert.deepEqual(order, [`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`]);
});

test('who waits is told for whom, once, and goes on when that one is done', async () => {
  const said: string[] = [];
  let his!: Promise<void>;
  await withLease(target, asha, 'flip 4', async () => {
    await new Promise<void>((isWaiting) => {
      const say = (sentence: string): void => {
        said.push(sentence);
        isWaiting();
      };
      his = withLease(target, { by: 'Ravi', say }, 'flip 5', async () => {
        assert.equal((await target.list('leases')).length, 1);
        said.push('his turn');
      });
    });
  });
  await his;
  assert.match(said[0]!, /is being changed by Asha \(.+\) since 20\S+Z \(flip 4\)\. Waiting for it\.$/);
  assert.deepEqual(said.slice(1), ['his turn']);
});

test('the lease of one who died ends by itself', async () => {
  await leave('Meera', 119);
  await assert.rejects(
    withLease(target, asha, 'flip 4', () => Promise.resolve()),
    { name: 'LeaseHeldError' },
  );
  await leave('Meera', 121);
  await withLease(target, asha, 'flip 4', async () => assert.equal((await target.list('leases')).length, 1));
});

test('or at once, when it is taken over', async () => {
  await leave('Meera', 5);
  await withLease(target, { ...asha, takeOver: true }, 'flip 4', async (lease) => lease.renew());
  assert.deepEqual(await target.list('leases'), []);
});

test('taking over holds for those who are there, not for who comes later', async () => {
  const late: Target = {
    ...target,
    async removeFile(path) {
      await target.removeFile(path);
      if (path.endsWith('01.json')) await target.writeText('leases/00000000-0000-4000-8000-000000000002.json', '{');
    },
  };
  await leave('Meera', 5);
  await assert.rejects(
    withLease(late, { ...asha, takeOver: true }, 'flip 4', () => Promise.resolve()),
    /is being changed by somebody since/,
  );
});

test('a failure gives the lease back', async () => {
  await assert.rejects(
    withLease(target, asha, 'flip 4', () => Promise.reject(new Error('no space'))),
    /no space/,
  );
  assert.deepEqual(await target.list('leases'), []);
});

test('whoever lost it is told, and does not come back to life', async () => {
  await withLease(target, asha, 'flip 4', async (lease: Lease) => {
    const [own] = await target.list('leases');
    await target.removeFile(own!.path);
    const theirs = await leave('Ravi', 1);
    await assert.rejects(lease.renew(), {
      name: 'LeaseLostError',
      message: /^Ravi has taken over at .* \(flip 3\)\.$/,
    });
    assert.throws(() => lease.require(), { name: 'LeaseLostError' });
    await target.removeFile(theirs);
    await assert.rejects(lease.renew(), { name: 'LeaseLostError' });
    assert.deepEqual(await target.list('leases'), []);
  });
});
