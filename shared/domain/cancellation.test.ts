import { freeToCancelUntil } from './cancellation.ts';

const plain = (text: string) => text.replace(/\u00a0/g, ' ');

test.each([
  ['11:00', '9 am on Sat 21 Nov'],
  ['16:00', '2 pm on Sat 21 Nov'],
  ['01:00', '11 pm on Fri 20 Nov'],
])('a window from %s is free to cancel until %s', (start, words) => {
  expect(plain(freeToCancelUntil('2026-11-21', start))).toBe(words);
});
