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
  expect(explainError(error)).toBe('Too many tries. Try again in 24 seconds.');
  const longer = new AppError('rate_limited', 'slow down', { hint: 'too_many_requests', retryAfterSeconds: 240 });
  expect(explainError(longer)).toBe('Too many tries. Try again in 4\u00a0min.');
});

test("a limit of the shop's own keeps its sentence and adds when it ends", () => {
  const message = '5 bookings are still to come for this number. For more bikes, call us.';
  const error = new AppError('rate_limited', message, { hint: 'too_many_open', retryAfterSeconds: 7200 });
  expect(explainError(error)).toBe(`${message} You can also try again in about 2\u00a0h.`);
});
