import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAccessToken } from '../gateway/access-token.ts';
import { signToken } from '../testing/sign-token.ts';

const secrets = {
  jwtSecret: 'present'.repeat(6),
  formerJwtSecret: 'former'.repeat(6),
  anonKey: 'anon',
  serviceKey: 'service',
};
const header = { alg: 'HS256', typ: 'JWT' };
const claims = { aud: 'authenticated', role: 'authenticated', sub: 'asha', exp: 2000 };
const tokenOf = (change: object = {}, secret = secrets.jwtSecret): string =>
  signToken(header, { ...claims, ...change }, secret);

test('a token is verified once, and rejected after its exp', () => {
  const token = tokenOf({ nbf: 1000 });
  assert.equal(readAccessToken(token, secrets, 999), 'InvalidToken');
  const who = readAccessToken(token, secrets, 1999);
  assert.ok(typeof who === 'object' && who.claims['sub'] === 'asha');
  assert.equal(readAccessToken(token, secrets, 1000), who, 'from memory');
  assert.equal(readAccessToken(token, secrets, 2000), 'TokenExpired');
});

test('a remembered token gives no access to another one', () => {
  const token = tokenOf();
  assert.equal(typeof readAccessToken(token, secrets, 1), 'object');
  const [head, payload, signature] = token.split('.');
  const admin = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url');
  for (const forged of [
    `${head}.${admin}.${signature}`,
    `${head}.${payload}.${signature!.slice(0, -2)}AA`,
    `${token}.`,
    ` ${token}`,
    signToken({ ...header, crit: ['exp'] }, claims, secrets.jwtSecret),
  ])
    assert.equal(readAccessToken(forged, secrets, 1), 'InvalidToken', forged);
  assert.equal(readAccessToken(token, { ...secrets, jwtSecret: 'next'.repeat(9) }, 1), 'InvalidToken', 'other keys');
});

test('a token of the former key is remembered as such', () => {
  const token = tokenOf({}, secrets.formerJwtSecret);
  assert.equal(typeof readAccessToken(token, secrets, 1), 'object');
  const { jwtSecret, anonKey, serviceKey } = secrets;
  assert.equal(readAccessToken(token, { jwtSecret, anonKey, serviceKey }, 1), 'InvalidToken');
});

test('no more than a thousand tokens are remembered', () => {
  const own = { ...secrets };
  const first = readAccessToken(tokenOf(), own, 1);
  for (let number = 0; number < 999; number += 1) readAccessToken(tokenOf({ sub: `visitor ${number}` }), own, 1);
  assert.equal(readAccessToken(tokenOf(), own, 1), first);
  readAccessToken(tokenOf({ sub: 'one more' }), own, 1);
  assert.notEqual(readAccessToken(tokenOf(), own, 1), first);
});
