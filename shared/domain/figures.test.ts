import { formatKm, groupDigits } from './figures.ts';

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1,000'],
  [99999, '99,999'],
  [100000, '1,00,000'],
  [1234567, '12,34,567'],
  [123456789, '12,34,56,789'],
  [-4500, '-4,500'],
  [-0.2, '0'],
  [1499.5, '1,500'],
])('%d is written %s', (figure, words) => {
  expect(groupDigits(figure)).toBe(words);
});

test('groups digits in the Indian number system', () => {
  const indian = new Intl.NumberFormat('en-IN');
  for (let figure = 1; figure < 1e12; figure *= 7) expect(groupDigits(figure)).toBe(indian.format(figure));
});

test('kilometres stay with their unit', () => {
  expect(formatKm(5000)).toBe('5,000\u00a0km');
});
