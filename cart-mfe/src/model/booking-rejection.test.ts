import { rejectionOf } from './booking-rejection.ts';

test.each([
  ['phone', 'check', 'phone'],
  ['pin', 'time', 'pin'],
  ['model_year', 'check', 'model_year'],
  ['items', 'services', 'items'],
  ['time_too_soon', 'time', 'time'],
])('%s belongs to step %s', (hint, step, field) => {
  expect(rejectionOf(hint, 'why')).toEqual({ step, field, message: 'why' });
});

test('a field that no step asks for has no step', () => {
  expect(rejectionOf('website', 'why')).toBeNull();
  expect(rejectionOf(null, 'why')).toBeNull();
});
