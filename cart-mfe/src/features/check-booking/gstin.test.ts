import { parseGstin } from './gstin.ts';

test.each([
  ['27AAPFU0939F1ZV', '27AAPFU0939F1ZV'],
  [' 27 aapfu-0939 f1zv ', '27AAPFU0939F1ZV'],
  ['27AAPFU0939F1ZX', null],
  ['27AAPFU0939F1Z', null],
  ['28AAPFU0939F1ZV', null],
  ['', null],
])('%s is parsed as %s', (typed, gstin) => {
  expect(parseGstin(typed)).toBe(gstin);
});
