import { stepOf, stepTitle, stepToShow } from './steps.ts';

const all = { services: true, place: true, time: true, you: true };

test('the address determines the step', () => {
  expect(stepOf(new URLSearchParams('step=time'))).toBe('time');
  expect(stepOf(new URLSearchParams('step=pay'))).toBe('services');
  expect(stepOf(new URLSearchParams())).toBe('services');
});

test('an incomplete step cannot be skipped; earlier steps can be reopened', () => {
  expect(stepToShow('check', all)).toBe('check');
  expect(stepToShow('check', { ...all, time: false })).toBe('time');
  expect(stepToShow('place', { ...all, time: false })).toBe('place');
  expect(stepToShow('you', { ...all, services: false, place: false })).toBe('services');
});

test('the question depends on the mode', () => {
  expect(stepTitle('time', 'doorstep')).toBe('When should we come?');
  expect(stepTitle('time', 'workshop')).toBe('When do you bring it?');
});
