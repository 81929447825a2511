import { formatErrorRate, formatVital, judgeErrorRate, judgeVital } from './judge.ts';

test.each([
  ['LCP', 2500, 'Good'],
  ['LCP', 2501, 'Needs work'],
  ['LCP', 4001, 'Poor'],
  ['INP', 200, 'Good'],
  ['INP', 500, 'Needs work'],
  ['INP', 501, 'Poor'],
  ['CLS', 0.1, 'Good'],
  ['CLS', 0.25, 'Needs work'],
  ['CLS', 0.26, 'Poor'],
] as const)('%s of %p is %s', (vital, value, word) => {
  expect(judgeVital(vital, value).word).toBe(word);
});

test.each([
  [0, 'Good'],
  [0.01, 'Good'],
  [0.05, 'Needs work'],
  [0.06, 'Poor'],
])('%p errors per visit are %s', (rate, word) => {
  expect(judgeErrorRate(rate).word).toBe(word);
});

test('values have their unit', () => {
  expect([formatVital('LCP', 1236), formatVital('INP', 95.6), formatVital('CLS', 0.016)]).toEqual([
    '1.24\u00a0s',
    '96\u00a0ms',
    '0.02',
  ]);
  expect([formatErrorRate(0), formatErrorRate(0.0153), formatErrorRate(2)]).toEqual([
    '0 in\u00a0100',
    '1.5 in\u00a0100',
    '200 in\u00a0100',
  ]);
});
