import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { answerPreview, requestedPreview } from './preview-cookie.ts';

const withCookie = (cookie?: string) => ({ headers: { cookie } }) as IncomingMessage;
const isOpen = (key: string): boolean => key === 'catalog@1.2.3-ab';

for (const [cookie, asked] of [
  [undefined, null],
  ['ts_bucket=7', null],
  ['not_ts_preview=catalog@1', null],
  ['ts_bucket=7; ts_preview=catalog@1.2.3-ab', 'catalog@1.2.3-ab'],
  ['ts_preview=', ''],
] as const)
  test(`the cookie ${cookie} requests ${asked}`, () => {
    assert.equal(requestedPreview(withCookie(cookie)), asked);
  });

test('an address sets the cookie of an open preview for a working day, and for https only when it was opened over https', () => {
  const query = new URLSearchParams('catalog=1.2.3-ab');
  const attributes = 'ts_preview=catalog@1.2.3-ab; Max-Age=28800; Path=/; HttpOnly; SameSite=Lax';
  assert.deepEqual(answerPreview(query, isOpen, false), { setCookie: attributes });
  assert.deepEqual(answerPreview(query, isOpen, true), { setCookie: `${attributes}; Secure` });
});

test('no cookie is set for a version that is not open', () => {
  for (const query of ['', 'catalog=9', 'x=1&catalog=1.2.3-ab', 'catalog=1.2.3-ab%3B', 'catalog%401.2.3-ab'])
    assert.equal(answerPreview(new URLSearchParams(query), isOpen, false), null, query);
});

test('removing the cookie ends a preview', () => {
  const answer = answerPreview(new URLSearchParams('end'), isOpen, false);
  assert.deepEqual(answer, { setCookie: 'ts_preview=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax' });
});
