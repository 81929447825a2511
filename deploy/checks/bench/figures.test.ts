import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { judgeFigures, type Figure } from './figures.ts';

afterEach(() => (process.exitCode = undefined));

const figures: Figure[] = [
  ['a wait', '200 ms', '<= 200 ms'],
  ['a longer wait', '201 ms', '<= 200 ms'],
  ['waiting in all', '3.99 s', '<= 4 s'],
  ['cards', '40', ''],
];

test('what misses its goal is named, and ends the command with an error code', (t) => {
  const said = t.mock.method(console, 'error', () => undefined);
  assert.deepEqual(judgeFigures(figures), [figures[1]]);
  assert.equal(process.exitCode, 1);
  assert.deepEqual(said.mock.calls[0]?.arguments, ['Missed: a longer wait: 201 ms, goal <= 200 ms']);
});

test('with every goal reached it ends well', () => {
  assert.deepEqual(judgeFigures(figures.filter(([what]) => what !== 'a longer wait')), []);
  assert.equal(process.exitCode, undefined);
});

test('a figure in another unit than its goal is no figure to judge', () => {
  assert.throws(() => judgeFigures([['a wait', '0.2 s', '<= 200 ms']]), /can't be judged/);
});
