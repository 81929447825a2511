import { parseEmail } from './email.ts';

test.each(['name@example.com', ' first.last+tag@mail.example.co.in '])('%s is an e-mail address', (typed) => {
  expect(parseEmail(typed)).toBe(typed.trim());
});

test.each(['name', 'name@example', 'a@b@example.com', 'na me@example.com', `${'a'.repeat(250)}@example.com`])(
  '%s is not an e-mail address',
  (typed) => {
    expect(parseEmail(typed)).toBeNull();
  },
);
