import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitAfter } from '../auth/factors/slow-guesses.ts';
import { codeOfStep, fromBase32, otpauthUri, stepOfCode, toBase32 } from '../auth/factors/totp.ts';

/** RFC 6238, appendix B, SHA-1. */
const secret = Buffer.from('12345678901234567890');
const vectors: [number, string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];

test('codes match the test vectors of RFC 6238', () => {
  for (const [seconds, code] of vectors) {
    assert.equal(codeOfStep(secret, Math.floor(seconds / 30), 8), code);
    assert.equal(codeOfStep(secret, Math.floor(seconds / 30)), code.slice(2));
  }
});

test('a code is accepted in its period and the ones before and after, and in no other', () => {
  const code = codeOfStep(secret, 1000);
  for (const step of [999, 1000, 1001]) assert.equal(stepOfCode(secret, code, step * 30 + 29), 1000);
  for (const step of [998, 1002]) assert.equal(stepOfCode(secret, code, step * 30), undefined);
  for (const typed of ['', '00000', ` ${code}`, `${code}0`, 'abcdef', '१२३४५६'])
    assert.equal(stepOfCode(secret, typed, 30_000), undefined, typed);
});

test('base 32 gives back the bytes, and the text that authenticator apps know', () => {
  assert.equal(toBase32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  for (let length = 0; length < 22; length += 1) {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 89 + 200) % 256));
    assert.deepEqual(fromBase32(toBase32(bytes)), bytes);
  }
});

test('the address of the QR code holds everything, escaped', () => {
  const uri = otpauthUri('GEZDGNBV', 'Two stroke', 'a:b@example.in');
  assert.equal(
    uri,
    'otpauth://totp/Two%20stroke:a%3Ab%40example.in?algorithm=SHA1&digits=6&issuer=Two%20stroke&period=30&secret=GEZDGNBV',
  );
});

test('wrong codes are slowed, up to a quarter of an hour', () => {
  assert.deepEqual(
    [1, 4, 5, 6, 7, 10, 11, 1000].map((failures) => waitAfter(failures)),
    [0, 0, 15, 30, 60, 480, 900, 900],
  );
});
