import { refusalOf } from './refusal.ts';

test.each([
  ['phone', 'you', 'phone'],
  ['pin', 'place', 'pin'],
  ['model_year', 'you', 'model_year'],
  ['items', 'services', 'items'],
  ['time_too_soon', 'time', 'time'],
])('%s is put right at step %s', (hint, step, field) => {
  expect(refusalOf(hint, 'why')).toEqual({ step, field, message: 'why' });
});

test('what no step asks for has no step', () => {
  expect(refusalOf('website', 'why')).toBeNull();
  expect(refusalOf(null, 'why')).toBeNull();
});
