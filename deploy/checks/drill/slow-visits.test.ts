import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrillRow } from './drill-row.ts';
import { failSlowVisits } from './slow-visits.ts';

/** Visits of one fault, by address, that took this many seconds. */
function visits(fault: string, ...seconds: number[]): DrillRow[] {
  return seconds.map((each) => ({
    ...{ remote: 'cart', where: 'page chunk', fault, moment: 'cold load', saw: 'Trouble', seconds: each },
    ...{ keptWorking: [], recovered: 'Try again', recoverySeconds: 1, failures: [] },
  }));
}

function failuresOf(rows: DrillRow[]): string[] {
  return failSlowVisits(rows).flatMap(({ failures }) => failures);
}

test('a visitor waits at most 8 s for a page or a message', () => {
  const usual = visits('404', 0.7, 0.7, 0.8, 0.8, 0.9);
  assert.deepEqual(failuresOf([...usual, ...visits('hang', 5.9, 8), ...visits('HTML', 8)]), []);
  assert.deepEqual(failuresOf([...usual, ...visits('hang', 8.1), ...visits('HTML', 8.2)]), [
    'the visitor waited 8.1 s, more than 8.0 s',
    'the visitor waited 8.2 s, more than 8.0 s',
  ]);
});

test('where all visits take longer, a visit may take longer too, but not the wait for a file', () => {
  const usual = visits('404', 2.9, 3.2, 3.2, 3.2, 6.9);
  assert.deepEqual(failuresOf([...usual, ...visits('hang', 8, 11.3), ...visits('slow 10 s', 9.8)]), []);
  assert.deepEqual(failuresOf([...usual, ...visits('slow 10 s', 14.1), ...visits('altered', 9)]), [
    'the visitor waited 14.1 s, more than 14.0 s',
    'the visitor waited 9.0 s, more than 8.0 s',
  ]);
});

test('visits are compared with those that open a page of the same remote in the same way', () => {
  const [visit] = visits('hang', 8.1);
  for (const other of [{ moment: 'navigation' }, { remote: 'account' }])
    assert.deepEqual(failuresOf([...visits('404', 3.3), { ...visit!, ...other }]), [
      'the visitor waited 8.1 s, more than 8.0 s',
    ]);
});
