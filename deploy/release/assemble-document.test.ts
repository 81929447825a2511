import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { assembleDocument } from './assemble-document.ts';
import type { Live } from './live.ts';

const live: Live = {
  schema: 1,
  shell: {
    version: '1',
    js: ['/r/shell/1/main.js'],
    css: ['/r/shell/1/main.css'],
    fontPreload: '/f.woff2',
    icon: null,
  },
  registry: {
    schema: 1,
    remotes: [{ name: 'catalog', version: '1', entry: '/r/catalog/1/remoteEntry.js' }],
    routes: [],
    slots: [],
  },
  integrity: { '/r/shell/1/main.js': 'sha384-a', '/r/catalog/1/home.js': 'sha384-b' },
};
const home = {
  id: 'catalog:home',
  remote: 'catalog',
  page: 'home',
  path: '/',
  access: 'public',
  prerender: 'static',
  js: [{ href: '/r/catalog/1/home.js', integrity: 'sha384-b' }],
  css: [],
} as const;
const backend = { url: '', key: 'anon' };

test('the import map comes before every script and carries the integrity of each file', () => {
  const { html } = assembleDocument(live, { ...home, js: [...home.js], css: [] }, backend);
  assert.ok(html.indexOf('type="importmap"') < html.indexOf('modulepreload'));
  assert.ok(html.indexOf('modulepreload') < html.indexOf('type="module"'));
  assert.match(html, /"\/r\/catalog\/1\/home\.js":"sha384-b"/);
});

test('the security policy allows exactly the import map of this document', () => {
  const { html, contentSecurityPolicy } = assembleDocument(live, null, backend);
  const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(map).digest('base64');
  assert.ok(contentSecurityPolicy.includes(`script-src 'self' 'sha256-${hash}'`));
  assert.ok(contentSecurityPolicy.includes("require-trusted-types-for 'script'; trusted-types 'none'"));
  assert.ok(!contentSecurityPolicy.includes('unsafe'));
});

test('no script stands in the document but data blocks and files with integrity', () => {
  const { html } = assembleDocument(live, { ...home, js: [...home.js], css: [] }, backend);
  for (const [tag] of html.matchAll(/<script[^>]*>/g))
    assert.match(tag, /type="(importmap|application\/json)"|integrity="sha384-/);
});

test('data can not end its script element', () => {
  const { html } = assembleDocument(live, null, { url: '', key: '</script><script>alert(1)</script>' });
  assert.ok(!html.includes('</script><script>alert'));
});

test('a page that is not public preloads none of its files', () => {
  const { html } = assembleDocument(live, { ...home, access: 'admin', js: [...home.js], css: [] }, backend);
  assert.ok(!/modulepreload" href="\/r\/catalog/.test(html));
});

test('a Supabase project is allowed as the only other origin', () => {
  const { contentSecurityPolicy } = assembleDocument(live, null, { url: 'https://x.supabase.co', key: 'k' });
  assert.match(contentSecurityPolicy, /connect-src 'self' https:\/\/x\.supabase\.co wss:\/\/x\.supabase\.co;/);
});
