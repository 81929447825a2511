import { cleanEmail, cleanName, cleanPhone, formatPhone } from './contact.ts';

test.each(['9822012345', '+91 98220 12345', '09822012345', '919822012345', '0091-98220-12345'])(
  '%s is a mobile number',
  (typed) => expect(cleanPhone(typed)).toBe('+919822012345'),
);

test.each(['5822012345', '98220123', '', '98220123456', 'abc'])('%p is no mobile number', (typed) =>
  expect(cleanPhone(typed)).toBeNull(),
);

test('a number is shown in two groups, and a foreign one as it is', () => {
  expect(formatPhone('+919000000012')).toBe('90000 00012');
  expect(formatPhone('919000000012')).toBe('90000 00012');
  expect(formatPhone('+14155550123')).toBe('+14155550123');
});

test.each([
  ['  Asha   Kulkarni ', 'Asha Kulkarni'],
  ['आशा कुलकर्णी', 'आशा कुलकर्णी'],
  ["O'Neil-D. Souza", "O'Neil-D. Souza"],
])('%p is a name', (typed, name) => expect(cleanName(typed)).toBe(name));

test.each(['A', '', '4sha', 'Asha <b>', 'x'.repeat(61)])('%p is no name', (typed) => expect(cleanName(typed)).toBeNull());

test('an e-mail address needs one @ and a dot after it', () => {
  expect(cleanEmail(' asha@example.com ')).toBe('asha@example.com');
  for (const typed of ['asha', 'asha@home', 'a@b@c.in', 'a b@c.in', '']) expect(cleanEmail(typed)).toBeNull();
});
