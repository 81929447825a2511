import { AppError } from './app-error.ts';
import { explainError } from './explain-error.ts';

test('a refusal of the database is a sentence already', () => {
  const refusal = new AppError('conflict', 'It is less than 2 hours to your time.', { hint: 'too_late' });
  expect(explainError(refusal)).toBe('It is less than 2 hours to your time.');
});

test('a raw message of the server is never shown', () => {
  const raw = new AppError('invalid', 'invalid input syntax for type uuid', { hint: 'Check the cast.' });
  expect(explainError(raw)).toMatch(/^That did not work/);
  expect(explainError(new Error('x is undefined'))).toMatch(/^That did not work/);
});

test('a rate limit says how long to wait', () => {
  const error = new AppError('rate_limited', 'slow down', { retryAfterSeconds: 24 });
  expect(explainError(error)).toBe('Too many tries. Wait 24 seconds, then try again.');
});
