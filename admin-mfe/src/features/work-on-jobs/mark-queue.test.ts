/** @jest-environment jsdom */
import { AppError } from '@twostroke/shared/client';
import { buildJob } from '../../testing/build-job.ts';
import { createMarkQueue, restMs, type MarkQueue } from './mark-queue.ts';
import type { JobMark, MarkAnswer, WorkshopJob } from './job.ts';

const key = 'twostroke.floor-marks.test';
let sent: JobMark[];
let answer: (mark: JobMark) => Promise<MarkAnswer>;

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  sent = [];
  answer = () => Promise.resolve({ outcome: 'applied', job: buildJob() });
});
afterEach(() => jest.useRealTimers());

function open(): MarkQueue {
  let ids = 0;
  return createMarkQueue({
    key,
    send: (_, mark) => {
      sent.push(mark);
      return answer(mark);
    },
    onJob: () => undefined,
    explain: ({ hint }) => `Because of ${hint}`,
    newId: () => `mark-${++ids}`,
    now: () => new Date('2026-11-24T07:00:00Z'),
  });
}
const point = (state: 'ok' | 'due_now') => ({ kind: 'point' as const, point: 'chain', state });
const noNetwork = () => Promise.reject(new AppError('offline', 'no network'));

test('marks that meet no network stay on the phone and are sent in order, each once, when it is back', async () => {
  answer = noNetwork;
  const queue = open();
  queue.add('b', 'Chain: Now', point('due_now'));
  queue.add('b', 'Chain: Fine', point('ok'));
  await queue.flush();
  expect(queue.state().offline).toBe(true);
  expect(queue.state().marks).toHaveLength(2);
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toHaveLength(2);
  sent = [];
  answer = () => Promise.resolve({ outcome: 'applied', job: buildJob() });
  await queue.flush();
  expect(sent.map(({ id }) => id)).toEqual(['mark-1', 'mark-2']);
  // The bike may have left on a code that was not checked.
  expect(sent).toEqual([expect.objectContaining({ queued: true }), expect.objectContaining({ queued: true })]);
  queue.add('b', 'Chain: Now', point('due_now'));
  await queue.flush();
  expect(sent.pop()).not.toHaveProperty('queued');
  expect(queue.state()).toMatchObject({ marks: [], offline: false });
  await queue.flush();
  expect(sent).toHaveLength(2);
});

test('a page that is loaded again sends what the phone kept, with the same id and time', async () => {
  answer = noNetwork;
  const before = open();
  before.add('b', 'Chain: Now', point('due_now'));
  await before.flush();
  const [first] = sent;
  sent = [];
  answer = () => Promise.resolve({ outcome: 'repeated', job: buildJob() });
  const after = open();
  await after.flush();
  expect(sent).toEqual([{ ...first, queued: true }]);
  expect(after.state().marks).toEqual([]);
});

test('a rejected mark is not sent again by itself and does not stop the ones after it', async () => {
  answer = (mark) =>
    mark.id === 'mark-1'
      ? Promise.reject(new AppError('conflict', 'x', { hint: 'not_in_work' }))
      : Promise.resolve({ outcome: 'applied', job: buildJob() });
  const queue = open();
  queue.add('b', 'Chain: Now', point('due_now'));
  queue.add('b', 'Chain: Fine', point('ok'));
  await queue.flush();
  expect(queue.state().marks).toMatchObject([{ label: 'Chain: Now', problem: 'Because of not_in_work' }]);
  queue.drop('mark-1');
  expect(queue.state().marks).toEqual([]);
});

const standing = { by: 'Ravi', at: '2026-11-24T07:05:00+00:00' };
const theirs = (state: 'ok' | 'due_now'): WorkshopJob => {
  const [pads] = buildJob().inspection;
  return buildJob({ inspection: [{ ...pads!, point: 'chain', state, value: 1.9, unit: 'mm' }] });
};

test('a mark that somebody else has overruled stays with both values, also in a page that is loaded again', async () => {
  answer = () => Promise.resolve({ outcome: 'older', job: theirs('due_now'), standing });
  const before = open();
  before.add('b', 'Chain: Fine', point('ok'));
  await before.flush();
  const queue = open();
  await queue.flush();
  expect(sent).toHaveLength(1);
  expect(queue.state().marks).toMatchObject([
    { label: 'Chain: Fine', conflict: { mine: 'Fine', theirs: 'Now, 1.9 mm', ...standing } },
  ]);
  queue.drop('mark-1');
  expect(open().state().marks).toEqual([]);
});

test('an overruled mark that is kept is sent anew, over what was shown beside it', async () => {
  answer = () => Promise.resolve({ outcome: 'older', job: theirs('due_now'), standing });
  const queue = open();
  queue.add('b', 'Chain: Fine', point('ok'));
  await queue.flush();
  answer = () => Promise.resolve({ outcome: 'applied', job: theirs('ok') });
  queue.keep('mark-1');
  await queue.flush();
  expect(sent[1]).toMatchObject({ ...point('ok'), id: 'mark-2', replaces: standing.at });
  expect(queue.state().marks).toEqual([]);
});

test('two who entered the same have nothing to choose', async () => {
  answer = () => Promise.resolve({ outcome: 'older', job: theirs('ok'), standing });
  const queue = open();
  queue.add('b', 'Chain: Fine', { ...point('ok'), value: 1.9 });
  await queue.flush();
  expect(queue.state().marks).toEqual([]);
});

test('what another version of the page kept is not sent', () => {
  localStorage.setItem(key, '[{"booking":"b"}]');
  expect(open().state().marks).toEqual([]);
});

test('of a choice that arrow keys change only the last one is sent, when it rests', async () => {
  const queue = open();
  queue.add('b', 'Chain: Now', point('due_now'), 'chain');
  await jest.advanceTimersByTimeAsync(restMs - 1);
  queue.add('b', 'Chain: Fine', point('ok'), 'chain');
  await queue.flush();
  expect(sent).toEqual([]);
  // A page that closes now loses nothing.
  expect(JSON.parse(localStorage.getItem(key) ?? '')).toMatchObject([{ label: 'Chain: Fine' }]);
  await jest.advanceTimersByTimeAsync(restMs);
  expect(sent).toMatchObject([{ id: 'mark-2', state: 'ok' }]);
  queue.add('b', 'Chain: Now', point('due_now'), 'chain');
  await jest.advanceTimersByTimeAsync(restMs);
  expect(sent).toHaveLength(2);
});

test('what is entered after a choice sends the choice first, and another choice does not replace it', async () => {
  const queue = open();
  queue.add('b', 'Chain: Now', point('due_now'), 'chain');
  queue.add('b', 'Battery: Now', { ...point('due_now'), point: 'battery' }, 'battery');
  await queue.flush();
  expect(sent.map(({ id }) => id)).toEqual(['mark-1']);
  queue.add('b', 'Start', { kind: 'timer', running: true });
  await queue.flush();
  expect(sent.map(({ id }) => id)).toEqual(['mark-1', 'mark-2', 'mark-3']);
});

test('a mark that can be undone is sent when that time is over, and not at all when it is taken back', async () => {
  const queue = open();
  const ready = { kind: 'step' as const, to_status: 'ready' as const };
  const first = queue.add('b', 'Ready', ready, 'undoable', 8000);
  await jest.advanceTimersByTimeAsync(7999);
  expect(sent).toEqual([]);
  expect(queue.takeBack(first)).toBe(true);
  await jest.advanceTimersByTimeAsync(8000);
  expect([sent, queue.state().marks]).toEqual([[], []]);
  const second = queue.add('b', 'Ready', ready, 'undoable', 8000);
  await jest.advanceTimersByTimeAsync(8000);
  expect(sent.map(({ id }) => id)).toEqual([second]);
  expect(queue.takeBack(second)).toBe(false);
});

test('a mark that rests is sent at once when the page may be closing', async () => {
  const queue = open();
  queue.add('b', 'Ready', { kind: 'step', to_status: 'ready' }, 'undoable', 8000);
  queue.sendResting();
  await queue.flush();
  expect(sent).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(8000);
  expect(sent).toHaveLength(1);
});

test('the same choice of another job is another one', async () => {
  const queue = open();
  queue.add('a', 'Chain: Now', point('due_now'), 'chain');
  queue.add('b', 'Chain: Now', point('due_now'), 'chain');
  await jest.advanceTimersByTimeAsync(restMs);
  expect(sent.map(({ id }) => id)).toEqual(['mark-1', 'mark-2']);
});

test('a rejected mark is sent again as it was made, by a press', async () => {
  answer = () => Promise.reject(new AppError('conflict', 'x', { hint: 'not_in_work' }));
  const queue = open();
  queue.add('b', 'Chain: Now', point('due_now'));
  await queue.flush();
  answer = () => Promise.resolve({ outcome: 'applied', job: buildJob() });
  queue.again('mark-1');
  await queue.flush();
  expect([sent.length, sent[1], queue.state().marks]).toEqual([2, sent[0], []]);
});
