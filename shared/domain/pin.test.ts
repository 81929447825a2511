import { parsePin } from './pin.ts';

test.each([
  ['411048', '411048'],
  [' 411 048 ', '411048'],
  ['411-048', '411048'],
])('%s is the PIN %s', (typed, pin) => {
  expect(parsePin(typed)).toBe(pin);
});

test.each(['', '011048', '41104', '4110480', 'Pune'])('%s is not a PIN', (typed) => {
  expect(parsePin(typed)).toBeNull();
});
