import { AppError } from '@twostroke/shared/client';
import { explainAuthError } from './explain-auth-error.ts';

test.each([
  ['invalid_credentials', 'The email address or the password is wrong.'],
  ['user_already_exists', 'There is already an account with this email address. Sign in instead.'],
  ['otp_expired', 'The code is wrong or has expired. Send a new one'],
])('%s has a message', (hint, sentence) =>
  expect(explainAuthError(new AppError('invalid', 'raw', { hint }))).toBe(sentence),
);

test('a rate limit says how long to wait', () => {
  const error = new AppError('rate_limited', 'raw', { hint: 'over_sms_send_rate_limit', retryAfterSeconds: 24 });
  expect(explainAuthError(error)).toBe('Too many tries. Try again in 24 seconds.');
  const wrongPasswords = { hint: 'over_request_rate_limit', retryAfterSeconds: 90 };
  expect(explainAuthError(new AppError('rate_limited', 'raw', wrongPasswords))).toBe(
    'Too many tries. Try again in 90 seconds.',
  );
  expect(explainAuthError(new AppError('rate_limited', 'raw'))).toMatch(/Try again in a few minutes/);
});

test('never shows the raw message of an unknown error', () => {
  const error = new AppError('invalid', 'Database error saving new user', { hint: 'unexpected_failure' });
  expect(explainAuthError(error)).toMatch(/^That did not work/);
});
