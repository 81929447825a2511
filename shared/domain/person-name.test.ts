import { parseName } from './person-name.ts';

test.each([
  ['Asha Kulkarni', 'Asha Kulkarni'],
  ['  Asha   Kulkarni ', 'Asha Kulkarni'],
  ["Sean O'Neill", "Sean O'Neill"],
  ['अक्षय कुलकर्णी', 'अक्षय कुलकर्णी'],
  ['R. K. Patil-Deshmukh', 'R. K. Patil-Deshmukh'],
])('%s is a name', (typed, name) => {
  expect(parseName(typed)).toBe(name);
});

test.each(['', 'A', '1234', 'Asha 2', '-Asha', '<b>Asha</b>', 'a'.repeat(61)])('%s is not a name', (typed) => {
  expect(parseName(typed)).toBeNull();
});
