import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSiteKeyFetch } from './site-key-fetch.mjs';

const asked: [string, Record<string, string>][] = [];
const own = createSiteKeyFetch('https://abc.supabase.co', { 'x-site': 'secret' }, (input, init) => {
  const { url, headers } = new Request(input, init);
  asked.push([url, Object.fromEntries(headers)]);
  return Promise.resolve(new Response('rows'));
});

test('each request to the backend identifies the caller, beside its other headers', async () => {
  asked.length = 0;
  await own('https://abc.supabase.co/rest/v1/models', { headers: { apikey: 'public' } });
  await own(new URL('https://abc.supabase.co/rest/v1/models'));
  await own(new Request('https://abc.supabase.co/rest/v1/models', { headers: { apikey: 'public' } }));
  const url = 'https://abc.supabase.co/rest/v1/models';
  assert.deepEqual(asked, [
    [url, { apikey: 'public', 'x-site': 'secret' }],
    [url, { 'x-site': 'secret' }],
    [url, { apikey: 'public', 'x-site': 'secret' }],
  ]);
});

test('requests elsewhere do not have the headers', async () => {
  asked.length = 0;
  await own('https://abc.supabase.co.evil.example/rest/v1/models', { headers: { apikey: 'public' } });
  await own('http://abc.supabase.co/rest/v1/models');
  assert.deepEqual(
    asked.map(([, headers]) => headers['x-site']),
    [undefined, undefined],
  );
});
