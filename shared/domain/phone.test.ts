import { formatPhone, parsePhone } from './phone.ts';

test.each([
  ['9822012345', '+919822012345'],
  ['+91 98220 12345', '+919822012345'],
  ['09822012345', '+919822012345'],
  ['91-98220-12345', '+919822012345'],
  ['0091 98220 12345', '+919822012345'],
  ['９８２２０１２３４５', '+919822012345'],
])('%s is stored as %s', (typed, stored) => {
  expect(parsePhone(typed)).toBe(stored);
});

test.each(['5822012345', '98220123', '', 'phone', '98220123456', '+1 9822012345'])(
  '%s is not an Indian mobile number',
  (typed) => {
    expect(parsePhone(typed)).toBeNull();
  },
);

test('a number starting with 91 keeps its own digits', () => {
  expect(parsePhone('9198220123')).toBe('+919198220123');
});

test('a stored number is shown in two groups of five', () => {
  expect(formatPhone('+919822012345')).toBe('98220\u00a012345');
  expect(formatPhone('unknown')).toBe('unknown');
});
