import { freeToCancelUntil } from './cancellation.ts';

const plain = (text: string) => text.replace(/\u00a0/g, ' ');

test.each([
  ['11:00', 2, '9 am on Sat 21 Nov'],
  ['16:00', 2, '2 pm on Sat 21 Nov'],
  ['01:00', 2, '11 pm on Fri 20 Nov'],
  ['11:00', 0, '11 am on Sat 21 Nov'],
  ['09:00', 12, '9 pm on Fri 20 Nov'],
  ['09:00', 48, '9 am on Thu 19 Nov'],
])('a window from %s with %d hours of free cancellation is free to cancel until %s', (start, hours, words) => {
  expect(plain(freeToCancelUntil('2026-11-21', start, hours))).toBe(words);
});
