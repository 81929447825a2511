import type { InspectionPoint } from '@twostroke/shared/contracts/answers/inspection';
import { scaleOf } from './scale.ts';

const point = (more: Partial<InspectionPoint>): InspectionPoint => ({
  ...{ point: 'p', group_name: 'Brakes', label: 'P', hint: null, unit: 'mm', low_limit: null, high_limit: null },
  ...{ item_id: null, state: 'due_now', value: null, note: null, marked_at: null },
  ...more,
});
const tones = (more: Partial<InspectionPoint>) => scaleOf(point(more))?.zones.map(({ tone }) => tone);
/** The zone in which the measure is. */
function zoneOf(more: Partial<InspectionPoint>): string | undefined {
  const scale = scaleOf(point(more));
  return scale?.zones.find(({ from, to }) => scale.at >= from && scale.at <= to)?.tone;
}

test('the colours stand in the order of the measure, without a gap', () => {
  expect(tones({ low_limit: 2, value: 1.2 })).toEqual(['red', 'amber', 'green']);
  expect(tones({ high_limit: 5, value: 1 })).toEqual(['green', 'amber', 'red']);
  expect(tones({ low_limit: 20, high_limit: 40, value: 38 })).toEqual(['red', 'amber', 'green', 'amber', 'red']);
  const { zones = [] } = scaleOf(point({ low_limit: 20, high_limit: 40, value: 38 })) ?? {};
  expect(zones[0]?.from).toBe(0);
  expect(zones.at(-1)?.to).toBe(1);
  for (const [index, { from, to }] of zones.entries()) {
    expect(to).toBeGreaterThan(from);
    if (index > 0) expect(from).toBe(zones[index - 1]?.to);
  }
});

test.each<[string, Partial<InspectionPoint>, string]>([
  ['worn pads', { low_limit: 2, value: 1.2 }, 'red'],
  ['a tyre that is called soon', { low_limit: 1, value: 1.9, state: 'due_later' }, 'amber'],
  ['new pads', { low_limit: 2, value: 4.5, state: 'ok' }, 'green'],
  ['pads that are just fine', { low_limit: 2, value: 2.1, state: 'ok' }, 'green'],
  ['a full battery', { unit: 'V', low_limit: 12.4, value: 12.8, state: 'ok' }, 'green'],
  ['a loose chain', { low_limit: 20, high_limit: 40, value: 55 }, 'red'],
  ['a chain that is right', { low_limit: 20, high_limit: 40, value: 30, state: 'ok' }, 'green'],
])('the measure stands where its lamp says: %s', (_, more, zone) => {
  expect(zoneOf(more)).toBe(zone);
  const at = scaleOf(point(more))?.at ?? -1;
  expect(at).toBeGreaterThanOrEqual(0);
  expect(at).toBeLessThanOrEqual(1);
});

test('it says in words where the measure is, and is drawn only with a measure and a limit', () => {
  const spoken = (more: Partial<InspectionPoint>) => scaleOf(point(more))?.words.spoken;
  expect(spoken({ low_limit: 2, value: 1.2 })).toBe('1.2 mm, below the limit of 2 mm');
  expect(spoken({ low_limit: 2, value: 3 })).toBe('3 mm, above the limit of 2 mm');
  expect(spoken({ low_limit: 20, high_limit: 40, value: 55 })).toBe('55 mm, above the limit of 40 mm');
  expect(spoken({ low_limit: 20, high_limit: 40, value: 30 })).toBe('30 mm, between the limits of 20 and 40 mm');
  expect(scaleOf(point({ low_limit: 2, value: 1.2 }))?.limits.map(({ word }) => word)).toEqual(['limit 2']);
  expect(spoken({ value: 3 })).toBeUndefined();
  expect(spoken({ low_limit: 2 })).toBeUndefined();
});
