import { formatDuration } from './duration.ts';

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
