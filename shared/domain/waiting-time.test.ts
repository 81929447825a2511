import { waitingTime } from './waiting-time.ts';

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [91, '2\u00a0min'],
  [3600, '1\u00a0h'],
  [17_000, 'about 5\u00a0h'],
])('%d seconds are %s', (seconds, words) => expect(waitingTime(seconds)).toBe(words));
