import { AppError } from '@twostroke/shared/client';
import { explainError, explainRejection } from './explain-error.ts';

const messages = {
  too_late: 'It is less than 2 hours to your time.',
  fee_changed: ({ fee }: { fee: number }) => `This costs ₹${fee} by now.`,
  too_many_open: ({ max }: { max: number }) => `${max} bookings are still to come for this number.`,
};
const explain = (thrown: unknown): string => explainError(thrown, messages);

test('a rejection by the database shows the sentence of its code, with its data', () => {
  expect(explain(new AppError('conflict', 'too_late', { hint: 'too_late' }))).toBe(messages.too_late);
  const details = '{"fee": 100}';
  expect(explain(new AppError('conflict', 'fee_changed', { hint: 'fee_changed', details }))).toBe(
    'This costs ₹100 by now.',
  );
});

test('never shows a raw message of the server, nor a code without a sentence', () => {
  const raw = new AppError('invalid', 'invalid input syntax for type uuid', { hint: 'Check the cast.' });
  expect(explain(raw)).toMatch(/^That did not work/);
  expect(explain(new AppError('conflict', 'new_rule', { hint: 'new_rule' }))).toMatch(/^That did not work/);
  expect(explain(new AppError('conflict', 'toString', { hint: 'toString' }))).toMatch(/^That did not work/);
  expect(explain(new Error('x is undefined'))).toMatch(/^That did not work/);
});

test('data that cannot be parsed gives no sentence', () => {
  const broken = new AppError('conflict', 'fee_changed', { hint: 'fee_changed', details: '{"fee"' });
  expect(explainRejection(broken, messages)).toBeNull();
});

test('a rate limit says how long to wait', () => {
  const error = new AppError('rate_limited', 'slow down', { retryAfterSeconds: 24 });
  expect(explain(error)).toBe('Too many tries. Try again in 24 seconds.');
  const longer = new AppError('rate_limited', 'slow down', { hint: 'too_many_requests', retryAfterSeconds: 240 });
  expect(explain(longer)).toBe('Too many tries. Try again in 4\u00a0min.');
});

test('a limit of the shop has its own sentence and says when it ends', () => {
  const details = '{"max": 5, "retry_after": 7200}';
  const error = new AppError('rate_limited', 'x', { hint: 'too_many_open', details, retryAfterSeconds: 7200 });
  expect(explain(error)).toBe(
    '5 bookings are still to come for this number. You can also try again in about 2\u00a0h.',
  );
});
