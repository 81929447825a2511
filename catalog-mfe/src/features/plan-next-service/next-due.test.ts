import { dueSentence, readKm } from './due-sentence.ts';
import { addMonths } from './next-due.ts';

test.each([
  ['2026-11-20', 6, '2027-05-20'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2026-12-31', 4, '2027-04-30'],
  ['2026-01-15', 12, '2027-01-15'],
])('%s plus %i months is %s', (date, months, due) => {
  expect(addMonths(date, months)).toBe(due);
});

test.each([
  ['3,200', 3200],
  ['3200 km', 3200],
  ['', null],
  ['many', null],
  ['400000', null],
])('"%s" is read as %s km', (typed, km) => {
  expect(readKm(typed)).toBe(km);
});

test.each([
  [3200, '1,800\u00a0km to go. At 25 km a day that is about 10 weeks.'],
  [4900, '100\u00a0km to go. At 25 km a day that is about 4 days.'],
  [5000, 'Due now.'],
  [5600, '600\u00a0km over. Book it before the next long ride.'],
])('at %i km it says when the service is due', (km, words) => {
  expect(dueSentence(km, 5000)).toBe(words);
});
