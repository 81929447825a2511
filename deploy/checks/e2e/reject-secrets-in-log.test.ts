import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../../backend/logger.ts';
import { rejectSecretsInLog } from './reject-secrets-in-log.ts';

const sms = [
  {
    to: '+919000000012',
    template: 'sign_in_code' as const,
    text: 'Your code is 402917. Or open https://twostroke.example/book-service?k7Q2mXw9Za',
    values: { code: '402917' },
  },
];
const nothing = { sms: [], mails: [] };

test('a log may not hold codes and values of links that were sent', () => {
  assert.throws(() => rejectSecretsInLog(['The code 402917 was wrong.'], { sms, mails: [] }), /holds 402917/);
  assert.throws(() => rejectSecretsInLog(['GET /book-service?k7Q2mXw9Za'], { sms, mails: [] }), /holds k7Q2mXw9Za/);
});

test('a log may not hold tokens, whole numbers and whole mail addresses, also of people who got no message', () => {
  for (const secret of ['eyJhbGciOiJIUzI1NiJ9.', '9000000012', '+91 90000 00012', 'asha.k@shop.example.in'])
    assert.throws(() => rejectSecretsInLog([`Rejected: ${secret}`], nothing), /The log holds/, secret);
});

test('lines of the logger hold none of them', () => {
  const log: string[] = [];
  const logger = createLogger(false, (_, line) => log.push(line));
  logger.warn('Sign-in of asha.k@shop.example.in and +91 90000 00012 refused', {
    request: '0f8b1f2e-9a65-4b1e-8f53-0c1d5f2a7b10',
    link: 'https://twostroke.example/book-service?k7Q2mXw9Za',
  });
  rejectSecretsInLog(log, { sms, mails: [] });
});
