import { stepOf, stepToShow } from './steps.ts';

const all = { services: true, time: true };

test('the address determines the step; without one the booking starts at place and time', () => {
  expect(stepOf(new URLSearchParams('step=services'))).toBe('services');
  expect(stepOf(new URLSearchParams('step=pay'))).toBe('time');
  expect(stepOf(new URLSearchParams())).toBe('time');
});

test('addresses of former steps lead to the page that asks the same today', () => {
  expect(stepOf(new URLSearchParams('step=place'))).toBe('time');
  expect(stepOf(new URLSearchParams('step=you'))).toBe('check');
});

test('an incomplete step cannot be skipped; earlier steps can be reopened', () => {
  expect(stepToShow('check', all)).toBe('check');
  expect(stepToShow('check', { ...all, time: false })).toBe('time');
  expect(stepToShow('services', { ...all, time: false })).toBe('services');
  expect(stepToShow('check', { services: false, time: false })).toBe('services');
});
