import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  documentHeaders,
  fixedContentSecurityPolicy,
  httpsHeaders,
  releaseFileHeaders,
  siteHeaders,
} from '../../site/server/security-headers.ts';
import { headersFile } from './headers-file.ts';

/** Reads the format as Cloudflare and Netlify do: rules of paths, each with headers to set and (!) to remove. */
function rulesOf(text: string): Map<string, Record<string, string>> {
  const rules = new Map<string, Record<string, string>>();
  for (const block of text.trim().split('\n\n')) {
    const [path, ...lines] = block.split('\n');
    const headers = lines.map((line) => /^ {2}(! )?([\w-]+)(?:: (.+))?$/.exec(line)!);
    assert.ok(headers.every(Boolean), block);
    rules.set(path!, Object.fromEntries(headers.map(([, gone, name, value]) => [`${gone ?? ''}${name}`, value ?? ''])));
  }
  return rules;
}

test('documents get every header of the shared definition; files that never change get their own max-age', () => {
  const rules = rulesOf(headersFile('https://abc.supabase.co'));
  const { 'Content-Type': type, ...documents } = documentHeaders(true);
  assert.ok(type);
  assert.deepEqual(rules.get('/*'), {
    ...siteHeaders,
    ...httpsHeaders,
    ...documents,
    'Content-Security-Policy': fixedContentSecurityPolicy('https://abc.supabase.co'),
  });
  for (const path of ['/r/*', '/pages/*'])
    assert.deepEqual(rules.get(path), { '! Cache-Control': '', ...releaseFileHeaders }, path);
});

test('no line is longer than Cloudflare allows', () => {
  for (const line of headersFile('https://abcdefghijklmnopqrst.supabase.co').split('\n')) assert.ok(line.length < 2000);
});
