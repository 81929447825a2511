import { formatDuration, formatJobTime } from './duration.ts';

test.each([
  [15, '15 min'],
  [45, '45 min'],
  [60, '1 h'],
  [105, '1 h 45 min'],
  [960, '16 h'],
])('%d minutes are %s', (minutes, words) => {
  expect(formatDuration(minutes).replaceAll('\u00a0', ' ')).toBe(words);
});

test('a number is never separated from its unit', () => {
  expect(formatDuration(105)).toBe('1\u00a0h 45\u00a0min');
});

test('a job of two days is one by the answer of the database, not by its minutes', () => {
  expect(formatJobTime({ minutes: 90, two_day: true })).toBe('2\u00a0days');
  expect(formatJobTime({ minutes: 960, two_day: false })).toBe('16\u00a0h');
  expect(formatJobTime({ minutes: 960 })).toBe('16\u00a0h');
});
