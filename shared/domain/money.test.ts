import { formatPaise, formatRupees, formatRupeesChoice } from './money.ts';

test.each([
  [0, '₹0'],
  [449, '₹449'],
  [1699, '₹1,699'],
  [1234567, '₹12,34,567'],
  [-89, '-₹89'],
])('%d rupees are %s', (amount, words) => {
  expect(formatRupees(amount)).toBe(words);
});

test.each([
  [[0], '₹0'],
  [[0, 300], '₹0 or ₹300'],
  [[0, 300, 500, 1000], '₹0, ₹300, ₹500 or ₹1,000'],
])('the choice of %j is %s', (amounts, words) => {
  expect(formatRupeesChoice(amounts)).toBe(words);
});

test.each([
  [173559, '₹1,735.59'],
  [15620, '₹156.20'],
  [5, '₹0.05'],
])('%d paise are %s', (amount, words) => {
  expect(formatPaise(amount)).toBe(words);
});
