import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminTarget } from '../accounts/make-admin.ts';
import { phoneDigits } from '../auth/phone-codes.ts';
import { redirectAddress } from '../auth/redirect-address.ts';
import { RateLimiter } from '../gateway/rate-limiter.ts';
import { matches, parseFilter } from '../realtime/change-filter.ts';
import { isoTimestamp } from '../rest/value-types.ts';

test('filters are parsed and matched', () => {
  const row = {
    status: 'confirmed',
    total: 1699,
    at: '2026-11-20T16:41:08+00:00',
    note: null,
    name: 'a,b',
    is_open: true,
  };
  const cases: [string, boolean | undefined][] = [
    ['status=eq.confirmed', true],
    ['status=neq.confirmed', false],
    ['total=gte.1699', true],
    ['total=lt.200', false],
    ['status=in.(new,confirmed)', true],
    ['name=in.("a,b",c)', true],
    ['name=eq."a,b"', true],
    ['status=eq.confirmed,total=gt.1000', true],
    ['status=eq.confirmed,total=gt.2000', false],
    ['at=gt.2026-11-20T22:00:00+05:30', true],
    ['note=eq.null', false],
    ['note=neq.x', false],
    ['total=eq.abc', false],
    ['total=lt.abc', false],
    ['is_open=eq.true', true],
    ['status=like.c%', undefined],
    ['status', undefined],
    ['status=in.confirmed', undefined],
  ];
  for (const [text, expected] of cases) {
    const conditions = parseFilter(text);
    assert.equal(conditions && matches(conditions, row), expected, text);
  }
});

test('redirects go to the site, or to a development server of a local site', () => {
  const cases: [string | null, string, string][] = [
    [null, 'https://twostroke.example', 'https://twostroke.example'],
    ['https://twostroke.example/auth?x=1#frag', 'https://twostroke.example', 'https://twostroke.example/auth?x=1'],
    ['https://twostroke.example.evil.com/', 'https://twostroke.example', 'https://twostroke.example'],
    ['http://twostroke.example/', 'https://twostroke.example', 'https://twostroke.example'],
    ['http://localhost:5173/auth', 'http://127.0.0.1:8080', 'http://localhost:5173/auth'],
    ['http://localhost:5173/auth', 'https://twostroke.example', 'https://twostroke.example'],
    ['http://user:word@127.0.0.1:8080/', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['/auth', 'https://twostroke.example', 'https://twostroke.example'],
  ];
  for (const [requested, site, expected] of cases) assert.equal(redirectAddress(requested, site), expected);
});

test('limits count per window and reset', () => {
  let now = 0;
  const limiter = new RateLimiter({ max: 2, perSeconds: 10 }, () => now);
  assert.deepEqual([limiter.take('a'), limiter.take('a'), limiter.take('a'), limiter.take('b')], [0, 0, 10, 0]);
  now = 4_500;
  assert.equal(limiter.take('a'), 6);
  limiter.forget('a');
  assert.equal(limiter.take('a'), 0);
  now = 20_000;
  assert.equal(limiter.take('b'), 0);
});

test('phones are stored in the format of Supabase Auth', () => {
  assert.equal(phoneDigits('+91 98765 43210'), '919876543210');
  assert.equal(phoneDigits('919876543210'), '919876543210');
  const foreign = ['+1 212 555 0100', '+44 7911 123456', '+91 22 2345 6789', '+9198765432100'];
  for (const wrong of ['98765', '', null, 42, '+91-98765-4321O', ...foreign])
    assert.equal(phoneDigits(wrong), undefined);
});

test('times have the format of PostgREST', () => {
  assert.equal(isoTimestamp('2026-11-20 16:41:08.7+00'), '2026-11-20T16:41:08.7+00:00');
  assert.equal(isoTimestamp('2026-11-20 16:41:08.7+05:30'), '2026-11-20T16:41:08.7+05:30');
  assert.equal(isoTimestamp('2026-11-20 16:41:08'), '2026-11-20T16:41:08');
  assert.equal(isoTimestamp('infinity'), 'infinity');
});

test('make-admin reads its database from the environment', () => {
  assert.deepEqual(adminTarget('.data', {}), { kind: 'embedded', dataFolder: '.data' });
  assert.deepEqual(adminTarget('.data', { DATABASE_URL: 'postgres://x' }), {
    kind: 'database',
    databaseUrl: 'postgres://x',
  });
  assert.throws(() => adminTarget('.data', { SUPABASE_URL: 'https://x' }), /SUPABASE_SERVICE_ROLE_KEY/);
});
