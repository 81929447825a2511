import { measured } from './inspection-words.ts';

const point: Parameters<typeof measured>[0] = {
  point: 'chain',
  group_name: 'Drive',
  label: 'Chain',
  hint: null,
  unit: 'mm',
  low_limit: 20,
  high_limit: 40,
  state: 'ok',
  value: 38,
  note: null,
  item_id: null,
  marked_at: null,
};

test.each([
  [20, 40, 'limits 20–40'],
  [2, null, 'limit 2'],
  [null, 40, 'limit 40'],
  [null, null, null],
])('a measure between %p and %p names %p', (low_limit, high_limit, limit) => {
  expect(measured({ ...point, low_limit, high_limit })).toEqual({ value: '38 mm', limit });
});

test('what was not measured has none', () => {
  expect(measured({ ...point, value: null })).toBeNull();
});
