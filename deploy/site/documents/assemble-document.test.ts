import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { contentBodyOf } from './content-body.ts';
import { assembleDocument, ORIGIN_PLACEHOLDER, type DocumentParts, type PrerenderedPage } from './assemble-document.ts';
import type { Live } from '../record/live.ts';

const live: Live = {
  release: 'abcd1234',
  canary: false,
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
  nodeEntries: {},
};
const home: RegistryRoute = {
  id: 'catalog:home',
  remote: 'catalog',
  page: 'home',
  path: '/',
  access: 'public',
  prerender: 'static',
  js: [{ href: '/r/catalog/1/home.js', integrity: 'sha384-b' }],
  css: [{ href: '/r/catalog/1/home.css', integrity: 'sha384-c', key: 'catalog:chunk-1' }],
};
const page: PrerenderedPage = {
  path: '/',
  routeId: 'catalog:home',
  head: `<title>Home</title><link rel="canonical" href="${ORIGIN_PLACEHOLDER}/"/>`,
  body: '<h1>Home</h1>',
  loaderData: { 'catalog:home': { price: 1699, text: '</script><script>alert(1)</script>' } },
  jsonLd: [{ '@type': 'Service', url: `${ORIGIN_PLACEHOLDER}/x`, name: '</script>' }],
  renderedAt: '2026-11-21T09:00:00.000Z',
  content: 'c1',
};
const parts: DocumentParts = {
  live,
  backend: { url: '', key: 'anon' },
  origin: 'https://twostroke.example',
  styles: { textOf: (href) => `/* ${href} */` },
  route: home,
  page: null,
  content: 'c2',
};
const assemble = (changes: Partial<DocumentParts> = {}) => assembleDocument({ ...parts, ...changes });
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the import map comes before every script and carries the integrity of each file', () => {
  const { html } = assemble();
  assert.ok(html.indexOf('type="importmap"') < html.indexOf('modulepreload'));
  assert.ok(html.indexOf('modulepreload') < html.indexOf('type="module"'));
  assert.ok(html.indexOf('type="importmap"') < html.indexOf('<script>'));
  assert.match(html, /"\/r\/catalog\/1\/home\.js":"sha384-b"/);
});

test('the security policy allows exactly the inline parts of this document, by hash', () => {
  const { html, contentSecurityPolicy } = assemble({ page });
  const inline = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text]) => hashOf(text!));
  const [scriptSource] = /script-src [^;]*/.exec(contentSecurityPolicy)!;
  const [styleSource] = /style-src [^;]*/.exec(contentSecurityPolicy)!;
  const scripts = inline(/<script(?: type="importmap")?>(.*?)<\/script>/gs);
  assert.equal(scripts.length, 3, 'the import map, the theme and the early input');
  assert.equal(scriptSource, `script-src 'self' ${scripts.join(' ')}`);
  const styles = inline(/<style>(.*?)<\/style>/g);
  assert.equal(styles.length, 2, 'the shell and the page');
  assert.ok(styleSource.endsWith(styles.join(' ')));
  assert.ok(contentSecurityPolicy.includes("require-trusted-types-for 'script'; trusted-types 'none'"));
  assert.ok(!contentSecurityPolicy.includes('unsafe'));
});

test('a prerendered page captures early input; a page that the browser renders does not', () => {
  const rendered = assemble({ page }).html;
  assert.ok(rendered.indexOf('twostrokeEarlyInput') < rendered.indexOf('<script type="module"'));
  assert.ok(rendered.includes('twostrokeEarlyInput'));
  assert.ok(!assemble().html.includes('twostrokeEarlyInput'));
});

test('the document has no scripts but data, hashed ones and files with integrity', () => {
  const { html, contentSecurityPolicy } = assemble({ page });
  for (const [tag, text] of [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([all, body]) => [all, body!])) {
    if (tag!.startsWith('<script>')) assert.ok(contentSecurityPolicy.includes(hashOf(text!)));
    else assert.match(tag!, /type="(importmap|application\/(ld\+)?json)"|integrity="sha384-/);
  }
});

test('addresses and keys are escaped, and a script without integrity makes no document', () => {
  const sign = '"><script>alert(1)</script>';
  const css = [{ href: `/r/catalog/1/${sign}.css`, integrity: 'sha384-c', key: sign }];
  const { html } = assemble({
    route: { ...home, css },
    live: { ...live, shell: { ...live.shell, icon: sign, fontPreload: sign } },
    styles: { textOf: () => '' },
  });
  // Raw only in the data block, where < is escaped.
  assert.equal(html.split('<script>alert(1)').length, 1);
  assert.equal(html.split('&quot;&gt;&lt;script&gt;alert(1)').length, 5);
  assert.throws(
    () => assemble({ live: { ...live, integrity: {} } }),
    /^Error: \/r\/shell\/1\/main\.js has no integrity\.$/,
  );
});

const siteOf = ({ html }: { html: string }) =>
  JSON.parse(/id="site">(.*?)<\/script>/.exec(html)![1]!) as Record<string, unknown>;

test('a document of the canary is marked as such', () => {
  assert.equal(siteOf(assemble({ live: { ...live, canary: true } })).canary, true);
  assert.ok(!('canary' in siteOf(assemble())));
});

test('a preview is named above the page, and its tab reports nothing', () => {
  const shown = assemble({ page, live: { ...live, preview: { app: 'catalog', version: '1.2.3' } } });
  const { preview, telemetry } = siteOf(shown);
  assert.deepEqual([preview, telemetry], [{ app: 'catalog', version: '1.2.3' }, { sampleRate: 0 }]);
  assert.match(shown.html, /<body>\n<div class="ts-preview" role="status"><span>Preview: <b>catalog 1\.2\.3<\/b>/);
  assert.match(shown.html, /<a href="\/preview\?end">End preview<\/a><\/div>\n<div id="root">/);
  const [, style] = [...shown.html.matchAll(/<style>(.*?)<\/style>/g)].at(-1)!;
  assert.match(style!, /\.ts-preview/);
  assert.ok(shown.contentSecurityPolicy.includes(hashOf(style!)));
  assert.match(
    assemble({ live: { ...live, preview: 'ended' } }).html,
    /This preview is not open\. You see the live site\./,
  );
  assert.ok(!assemble({ page }).html.includes('preview'));
});

test('a document names the share of page loads that report their visit, and a preview reports none', () => {
  assert.deepEqual(siteOf(assemble({ reportShare: 0.25 })).telemetry, { sampleRate: 0.25 });
  assert.deepEqual(siteOf(assemble({ reportShare: 0 })).telemetry, { sampleRate: 0 });
  for (const { html } of [assemble(), assemble({ reportShare: 1 })]) assert.ok(!html.includes('telemetry'));
  const preview = { ...live, preview: { app: 'catalog', version: '1.2.3' } };
  assert.deepEqual(siteOf(assemble({ reportShare: 0.25, live: preview })).telemetry, { sampleRate: 0 });
});

test("data can't end its script element", () => {
  const hostile = '</script><script>alert(1)</script>';
  const { html } = assemble({ page, backend: { url: '', key: hostile } });
  assert.ok(!html.includes('</script><script>alert'));
});

test('a rendered page is in the document with its styles, its data and absolute addresses', () => {
  const { html } = assemble({ page });
  assert.ok(html.includes('<div id="root"><h1>Home</h1></div>'));
  assert.ok(html.includes('<link rel="canonical" href="https://twostroke.example/"/>'));
  assert.ok(html.includes('"url":"https://twostroke.example/x"'));
  assert.ok(html.includes('<style>/* /r/catalog/1/home.css */</style>'));
  assert.match(html, /<link rel="stylesheet" href="[^"]+" data-rspack="catalog:chunk-1" disabled>/);
  const state = JSON.parse(/id="state">(.*?)<\/script>/.exec(html)![1]!) as Record<string, unknown>;
  assert.deepEqual(state, {
    path: '/',
    routeId: 'catalog:home',
    renderedAt: page.renderedAt,
    loaderData: page.loaderData,
  });
});

test('a page that is rendered in the browser has its styles inline too, so that a sheet that hangs blocks nothing', () => {
  const { html } = assemble();
  assert.ok(html.includes('<style>/* /r/catalog/1/home.css */</style>'));
  assert.equal(html.match(/<link rel="stylesheet"/g)?.length, html.match(/data-rspack="[^"]+" disabled>/g)?.length);
  assert.ok(!html.includes('id="state"'));
  assert.ok(html.includes('<noscript>'));
});

test('no file is preloaded of a page that the visitor may not see, nor of a disabled remote', () => {
  for (const changes of [
    { route: { ...home, access: 'admin' as const } },
    {
      live: {
        ...live,
        registry: { ...live.registry, remotes: [{ ...live.registry.remotes[0]!, disabled: true }] },
      },
    },
  ]) {
    const { html } = assemble(changes);
    assert.ok(!html.includes('rel="modulepreload" href="/r/catalog'));
    assert.ok(!html.includes('home.css'));
  }
});

test('the browser may connect to a backend of another origin, and to its socket', () => {
  const { contentSecurityPolicy } = assemble({ backend: { url: 'https://project.supabase.co/', key: 'k' } });
  assert.ok(
    contentSecurityPolicy.includes("connect-src 'self' https://project.supabase.co wss://project.supabase.co;"),
  );
});

test('a document names the content of its page; one without a page the present content; one of a site without content files none', () => {
  const siteOf = (changes: Partial<DocumentParts>) =>
    JSON.parse(/id="site">(.*?)<\/script>/.exec(assemble(changes).html)![1]!) as { content?: string };
  assert.equal(siteOf({ page }).content, 'c1');
  assert.equal(siteOf({}).content, 'c2');
  assert.equal(siteOf({ content: null }).content, undefined);
});

test('a content file holds the data of its page without live facts, and nothing of other routes', () => {
  const bodyOf = (data: unknown): string =>
    contentBodyOf({ routeId: 'catalog:home', loaderData: { 'catalog:home': data, site: 'of the frame' } });
  assert.equal(bodyOf({ price: 1699, live: { free: 'tomorrow' } }), '{"price":1699}');
  assert.equal(bodyOf(['a', 'b']), '["a","b"]');
  assert.equal(bodyOf(null), 'null');
  assert.equal(bodyOf(undefined), 'null');
});
