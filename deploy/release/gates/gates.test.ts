import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addReleases, newSiteFolder, remoteRelease, shellRelease } from '../testing/small-releases.ts';
import type { ReleaseRecord } from '../release-record.ts';
import { bundleBudgetGate } from './bundle-budget.ts';
import { candidateOf, type Candidate } from './candidate.ts';
import { federationGate } from './federation.ts';
import { manifestGate } from './manifest.ts';
import { ownersGate } from './owners.ts';
import { checkedStylesGate } from './checked-styles.ts';
import { scopedStylesGate, sharedDefinitions, unscopedRules } from './scoped-styles.ts';
import { sharesGate } from './shares.ts';

const cart = remoteRelease('cart');

/** A release beside what is live: the shell and cart, or what is given. */
function candidate(release: ReleaseRecord, live: ReleaseRecord[] = [shellRelease(), cart]): Candidate {
  const siteFolder = newSiteFolder();
  const all = [...live.filter(({ app }) => app !== release.app), release];
  addReleases(siteFolder, ...all);
  const apps = Object.fromEntries(all.map(({ app, version }) => [app, version]));
  return candidateOf(siteFolder, release, { apps, canary: null });
}

test('a release that is in order passes every gate', () => {
  for (const release of [remoteRelease('catalog'), shellRelease({ version: '1.0.1' })])
    for (const gate of [
      manifestGate,
      ownersGate,
      federationGate,
      sharesGate,
      bundleBudgetGate,
      scopedStylesGate,
      checkedStylesGate,
    ])
      assert.deepEqual(gate(candidate(release)), [], `${release.app}: ${gate.name}`);
});

test('manifest: another contract, another name and a page without files are refused', () => {
  const other = remoteRelease('catalog', {}, { contract: 2 as 1 });
  assert.match(manifestGate(candidate(other))[0]!, /contract must be 1\. Correct catalog-mfe/);
  const renamed = remoteRelease('catalog', {}, { name: 'katalog' });
  assert.match(manifestGate(candidate(renamed))[0]!, /says it is katalog\. Put the same name/);
  const empty = remoteRelease('catalog');
  empty.remote!.pages = {};
  assert.match(manifestGate(candidate(empty))[0]!, /No files were built for page start of catalog\. Import it/);
});

test('owners: a path or a slot of another remote is refused, under another parameter name too', () => {
  const route = (path: string) => [{ page: 'start', path, access: 'public', prerender: 'never' }] as const;
  const live = [shellRelease(), remoteRelease('cart', {}, { routes: [...route('/blog/:slug')] })];
  const path = remoteRelease('catalog', {}, { routes: [...route('/blog/:post')] });
  assert.match(ownersGate(candidate(path, live))[0]!, /\/blog\/:\w+ is owned by .*Choose another/);
  const slots = [{ name: 'cart-drawer', access: 'public' }] as const;
  const slot = remoteRelease('catalog', {}, { slots: [...slots] });
  const owner = remoteRelease('cart', {}, { slots: [...slots] });
  assert.match(ownersGate(candidate(slot, [shellRelease(), owner]))[0]!, /the slot cart-drawer is owned by/);
});

test('owners: an address that the server answers itself is no page', () => {
  const pathOf = (path: string) =>
    ownersGate(
      candidate(
        remoteRelease('catalog', {}, { routes: [{ page: 'start', path, access: 'public', prerender: 'never' }] }),
      ),
    );
  for (const path of ['/preview', '/r/start', '/rest/v1/models', '/auth/v1', '/payments/v1/orders', '/sitemap.xml'])
    assert.deepEqual(pathOf(path), [`${path} is answered by the server; catalog can't offer it. Choose another.`]);
  for (const path of ['/previews', '/auth', '/rest-days', '/reviews']) assert.deepEqual(pathOf(path), []);
});

test('federation: another version of the runtime is refused, for a remote and for a new shell', () => {
  const remote = remoteRelease('catalog', { federationVersion: '2.8.0' });
  assert.match(
    federationGate(candidate(remote))[0]!,
    /built with Module Federation 2\.8\.0.*Build catalog with .* 2\.9\.2/,
  );
  const shell = shellRelease({ federationVersion: '3.0.0' });
  assert.match(federationGate(candidate(shell))[0]!, /^cart 1\.0\.0 .*Release cart with .* 3\.0\.0 together/);
});

test('shares: a version out of range and one that the shell does not bring are refused', () => {
  const newer = remoteRelease('catalog', { shares: { react: '^19.4.0' } });
  assert.match(sharesGate(candidate(newer))[0]!, /needs react \^19\.4\.0; the shell 1\.0\.0 brings 19\.3\.1\./);
  const absent = remoteRelease('catalog', { shares: { 'jotai/utils': '^3.0.1' } });
  assert.match(
    sharesGate(candidate(absent))[0]!,
    /needs jotai\/utils \^3\.0\.1, which the shell 1\.0\.0 does not bring/,
  );
  const senseless = remoteRelease('catalog', { shares: { react: 'newest' } });
  assert.equal(sharesGate(candidate(senseless)).length, 1);
});

test('shares: a new shell must bring what live remotes need', () => {
  const upgraded = shellRelease({ shares: { react: '20.0.0', '@twostroke/shared/state': '1.0.0' } });
  assert.match(sharesGate(candidate(upgraded))[0]!, /^cart 1\.0\.0 needs react \^19\.3\.1; this shell brings 20\.0\.0/);
  const poorer = shellRelease({ shares: { react: '19.3.1' } });
  assert.match(sharesGate(candidate(poorer))[0]!, /does not bring any more/);
});

test('shares: a name that the shell does not export is refused, for a remote and for a new shell', () => {
  const state = '@twostroke/shared/state';
  const shell = (version: string, names?: string[]) =>
    shellRelease({ version, ...(names ? { sharedNames: { [state]: names } } : {}) });
  const catalog = remoteRelease('catalog', { sharedNames: { [state]: ['bikeAtom', 'hornAtom'], react: ['use'] } });
  const live = (names?: string[]) => [shell('1.0.0', names), cart, catalog];
  assert.deepEqual(sharesGate(candidate(catalog, live(['bikeAtom']))), [
    `catalog 1.0.0 uses hornAtom of ${state}, which the shell 1.0.0 does not export. Release the shell that does first, or do without.`,
  ]);
  assert.deepEqual(sharesGate(candidate(shell('1.0.1', ['cartAtom']), live(['bikeAtom', 'hornAtom']))), [
    `catalog 1.0.0 uses bikeAtom, hornAtom of ${state}, which this shell does not export any more. Keep it, or release catalog without it first.`,
  ]);
  assert.deepEqual(sharesGate(candidate(catalog, live(['bikeAtom', 'hornAtom', 'cartAtom']))), []);
  assert.deepEqual(sharesGate(candidate(catalog, live())), [], 'an older shell, whose names are not known');
});

test('shares: a new shell is asked for what the running canary needs too', () => {
  const siteFolder = newSiteFolder();
  const shell = shellRelease({ version: '2.0.0' });
  const canary = remoteRelease('cart', { version: '2.0.0', shares: { jotai: '^4.0.0' } });
  addReleases(siteFolder, shell, cart, canary);
  const record = {
    apps: { shell: '2.0.0', cart: '1.0.0' },
    canary: { app: 'cart', version: '2.0.0', percent: 10 },
  };
  assert.match(sharesGate(candidateOf(siteFolder, shell, record))[0]!, /^cart 2\.0\.0 needs jotai \^4\.0\.0/);
});

test('budget: an entry, a page and the main script of a shell that grew are refused', () => {
  const grown = (release: ReleaseRecord, href: string, bytes: number) => {
    const checked = candidate(release);
    writeFileSync(join(checked.siteFolder, `${href}.br`), 'x'.repeat(bytes));
    return bundleBudgetGate(checked);
  };
  const catalog = remoteRelease('catalog');
  const entry = grown(catalog, '/r/catalog/1.0.0/remoteEntry.js', 8100);
  assert.deepEqual(entry, [
    'remoteEntry of catalog is 8.1 kB of JavaScript, 0.1 kB over its budget of 8.0 kB. Only lazy imports belong into src/remote.tsx.',
  ]);
  assert.match(grown(catalog, '/r/catalog/1.0.0/start.js', 41_000)[0]!, /^Page start of catalog is 41\.0 kB/);
  const shell = shellRelease({ version: '1.0.1' });
  assert.match(grown(shell, '/r/shell/1.0.1/main.js', 131_000)[0]!, /^The main script of the shell is 131\.0 kB/);
});

test('budget: a public page that is too large together with the shell is refused, whoever of them grew', () => {
  const routes = [
    { page: 'start', path: '/start', access: 'public', prerender: 'never' },
    { page: 'book', path: '/book-service', access: 'public', prerender: 'never' },
    { page: 'mine', path: '/mine', access: 'user', prerender: 'never' },
  ] as const;
  const catalog = remoteRelease('catalog', {}, { routes: [...routes] });
  const refusals = (release: ReleaseRecord, shellBytes: number, pageBytes: number) => {
    const shell = release.shell ? release : shellRelease();
    const checked = candidate(release, [shell, catalog]);
    const write = (href: string, bytes: number) =>
      writeFileSync(join(checked.siteFolder, `${href}.br`), 'x'.repeat(bytes));
    write(shell.shell!.js[0]!, shellBytes);
    write('/r/catalog/1.0.0/remoteEntry.js', 3000);
    for (const { page } of routes) write(`/r/catalog/1.0.0/${page}.js`, pageBytes);
    return bundleBudgetGate(checked);
  };
  assert.deepEqual(refusals(catalog, 113_000, 14_000), []);
  assert.deepEqual(refusals(catalog, 113_000, 15_200), [
    'Page start of catalog (/start) needs 131.2 kB of JavaScript until it is interactive, 1.2 kB over its budget of 130.0 kB. Its largest files: /r/shell/1.0.0/main.js 113.0 kB, /r/catalog/1.0.0/start.js 15.2 kB, /r/catalog/1.0.0/remoteEntry.js 3.0 kB. Load what the first view does not need with import(), or find what made one of them grow.',
  ]);
  const grown = refusals(shellRelease({ version: '1.0.1' }), 125_000, 38_000);
  assert.match(grown[0]!, /^Page start of catalog .* 36\.0 kB over .*: \/r\/shell\/1\.0\.1\/main\.js 125\.0 kB/);
  assert.match(grown[1]!, /^Page book of catalog \(\/book-service\) needs 166\.0 kB .* its budget of 165\.0 kB/);
  assert.equal(grown.length, 2);
});

test('budget: of many pages over it the worst are named', () => {
  const routes = [1, 2, 3, 4, 5].map((page) => ({ page: `page${page}`, path: `/${page}` }));
  const catalog = remoteRelease(
    'catalog',
    {},
    { routes: routes.map((route) => ({ ...route, access: 'public', prerender: 'never' })) },
  );
  const checked = candidate(shellRelease({ version: '1.0.1' }), [cart, catalog]);
  writeFileSync(join(checked.siteFolder, '/r/shell/1.0.1/main.js.br'), 'x'.repeat(125_000));
  for (const { page, path } of routes)
    writeFileSync(
      join(checked.siteFolder, `/r/catalog/1.0.0/${page}.js.br`),
      'x'.repeat(10_000 * Number(path.slice(1))),
    );
  const refusals = bundleBudgetGate(checked);
  assert.deepEqual(
    refusals.map((refusal) => refusal.slice(0, 10)),
    ['Page page5', 'Page page4', 'Page page3', '2 more pag'],
  );
});

test('styles: a sheet that reaches elements of others, or what all pages share, is refused', () => {
  const checked = candidate(remoteRelease('catalog'));
  const sheet = '.catalog-a{} h1{color:red} @keyframes spin{} @keyframes catalog-spin{} @font-face{font-family:"Anek"}';
  writeFileSync(join(checked.siteFolder, '/r/catalog/1.0.0/start.css'), sheet);
  assert.deepEqual(scopedStylesGate(checked), [
    'Styles of catalog would reach elements of others: h1. Write them in a CSS Module, with a class of catalog in each selector.',
    'Styles of catalog would change what all pages have in common: @keyframes spin, @font-face Anek. Let the names begin with catalog-, and leave the order of layers and what has no name to the shell.',
  ]);
});

test('styles: a sheet that would be loaded without its integrity is refused', () => {
  for (const release of [remoteRelease('catalog'), shellRelease({ version: '1.0.1' })]) {
    const checked = candidate(release);
    const base = `/r/${release.app}/${release.version}`;
    writeFileSync(join(checked.siteFolder, base, 'later.css'), '');
    assert.match(checkedStylesGate(checked)[0]!, /names later\.css, so browsers would load it without its integrity/);
    if (release.shell) release.shell.css.push(`${base}/later.css`);
    else
      release.remote!.pages.start!.css.push({
        href: `${base}/later.css`,
        integrity: 'sha384-x',
        key: 'catalog:chunk-9',
      });
    assert.deepEqual(checkedStylesGate(checked), []);
  }
});

test('styles: what counts as bound to the remote', () => {
  for (const scoped of [
    '@media print{.catalog-a h1{} body .catalog-b{}} @layer ui{.catalog-c:not(.open){}}',
    '@keyframes catalog-x{from{} 50%{}} @-webkit-keyframes catalog-x{to{}}',
    '.catalog-a{&:hover{} b{} p &{} > b{} :is(&, .b &){} @media print{i{}}}',
    ':is(.catalog-a, p.catalog-b) i{} :where(.catalog-a :is(h2, p)){} .catalog-a :is(th,td){} :is(:is(.catalog-a)){}',
    '.catalog-a[data-x="a)]"] p{} .catalog-a:is(:lang(ar)){}',
    '@scope (.catalog-a, :is(.catalog-b)) to (p){img{} :scope{}}',
  ])
    assert.deepEqual(unscopedRules(scoped, 'catalog'), [], scoped);
  for (const [css, selector] of [
    ['.cart-a{}', '.cart-a'],
    ['.catalog-a, p{}', 'p'],
    ['p:not(.catalog-a){}', 'p:not(.catalog-a)'],
    ['html:has(.catalog-a){}', 'html:has(.catalog-a)'],
    ['p:not(:is(.catalog-a)){}', 'p:not(:is(.catalog-a))'],
    ['p:not(:is(:not(:is(.catalog-a)))){}', 'p:not(:is(:not(:is(.catalog-a))))'],
    [':is(.catalog-a, p){}', ':is(.catalog-a, p)'],
    [':where(p, .catalog-a) b{}', ':where(p, .catalog-a) b'],
    ['p:is(h1, :not(.catalog-a)){}', 'p:is(h1, :not(.catalog-a))'],
    ['[title=".catalog-a"]{}', '[title=".catalog-a"]'],
    ['[title="].catalog-a"]{}', '[title="].catalog-a"]'],
    ['.catalog-a{p:has(&){}}', 'p:has(&)'],
    ['.catalog-a{:not(&){}}', ':not(&)'],
    ['@scope (p){img{}}', 'img'],
    ['@media print{:root{}}', ':root'],
    ['@import "x.css";', '@import "x.css"'],
  ])
    assert.deepEqual(unscopedRules(css!, 'catalog'), [selector]);
});

test('styles: what counts as shared by all pages', () => {
  for (const own of [
    '@keyframes catalog-spin{} @property --catalog-angle{syntax:"*";inherits:false} @counter-style catalog-steps{}',
    '@font-face{font-family:"catalog-hand";src:url(a.woff2)} @font-face{font-family:catalog-hand}',
    '@layer ground; @layer ui{.catalog-a{}} @layer page{@layer catalog-low{}} @layer page.catalog-low{}',
    '@layer ground, page; @layer catalog-low, catalog-high; @layer catalog-low{@layer any{}} @layer{}',
    '@media print{@supports (display:grid){@container (width>1px){}}} .catalog-a{@starting-style{}} @scope (.catalog-a){}',
  ])
    assert.deepEqual(sharedDefinitions(own, 'catalog'), [], own);
  for (const [css, shared] of [
    ['@keyframes spin{}', '@keyframes spin'],
    ['@-webkit-keyframes cart-spin{}', '@-webkit-keyframes cart-spin'],
    ['@media print{@property --angle{}}', '@property --angle'],
    ['@font-face{src:url(a);font-family:Anek}', '@font-face Anek'],
    ['@font-face{src:url(a)}', '@font-face'],
    ['@counter-style steps{}', '@counter-style steps'],
    ['@layer page, ui;', '@layer page, ui'],
    ['@layer page; @layer ground;', '@layer ground'],
    ['@layer top{.catalog-a{}}', '@layer top'],
    ['@layer ui.top{}', '@layer ui.top'],
    ['@layer page{@layer top{}}', '@layer top'],
    ['@page{margin:0}', '@page'],
    ['@view-transition{navigation:auto}', '@view-transition'],
    ['@scope (p){}', '@scope (p)'],
  ])
    assert.deepEqual(sharedDefinitions(css!, 'catalog'), [shared], css);
});
