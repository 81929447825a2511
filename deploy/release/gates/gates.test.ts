import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { remoteRelease, shellRelease } from '../../site/testing/small-releases.ts';
import type { ReleaseRecord } from '../../site/record/release-record.ts';
import { bundleBudgetGate } from './bundle-budget.ts';
import { smallCandidate as candidate } from '../../site/testing/small-candidate.ts';
import { runtimeApiGate } from '../../site/record/fit/runtime-api.ts';
import { manifestGate } from './manifest.ts';
import { ownersGate } from '../../site/record/fit/owners.ts';
import { checkedStylesGate } from './checked-styles.ts';
import { scopedStylesGate, sharedDefinitions, unscopedRules } from './scoped-styles.ts';
import { sharesGate } from '../../site/record/fit/shares.ts';

test('a correct release passes every gate', () => {
  for (const release of [remoteRelease('catalog'), shellRelease({ version: '1.0.1' })])
    for (const gate of [
      manifestGate,
      ownersGate,
      runtimeApiGate,
      sharesGate,
      bundleBudgetGate,
      scopedStylesGate,
      checkedStylesGate,
    ])
      assert.deepEqual(gate(candidate(release)), [], `${release.app}: ${gate.name}`);
});

test('manifest: another contract, another name and a page without files are rejected', () => {
  const other = remoteRelease('catalog', {}, { contract: 2 as 1 });
  assert.throws(() => candidate(other), /release\.json is not a release: contract must be 1\.$/);
  const routes = [{ page: 'start', path: '/start/:id', access: 'public' as const, prerender: 'static' as const }];
  const ambiguous = remoteRelease('catalog', {}, { routes });
  assert.match(manifestGate(candidate(ambiguous))[0]!, /needs prerender .* Correct catalog-mfe/);
  const renamed = remoteRelease('catalog', {}, { name: 'katalog' });
  assert.match(manifestGate(candidate(renamed))[0]!, /says it is katalog\. Put the same name/);
  const empty = remoteRelease('catalog');
  empty.remote!.pages = {};
  assert.match(manifestGate(candidate(empty))[0]!, /No files were built for page start of catalog\. Build it again/);
});

test('budget: an entry, a page and the main script of a shell over budget are rejected', () => {
  const grown = (release: ReleaseRecord, href: string, bytes: number) => {
    const checked = candidate(release);
    writeFileSync(join(checked.siteFolder, `${href}.br`), 'x'.repeat(bytes));
    return bundleBudgetGate(checked);
  };
  const catalog = remoteRelease('catalog');
  const entry = grown(catalog, '/r/catalog/1.0.0/remoteEntry.js', 8100);
  assert.deepEqual(entry, [
    'remoteEntry of catalog is 8.1 kB of JavaScript, 0.1 kB over its budget of 8.0 kB. It holds only lazy imports of pages and slots: find what else was built into it.',
  ]);
  assert.match(grown(catalog, '/r/catalog/1.0.0/start.js', 41_000)[0]!, /^Page start of catalog is 41\.0 kB/);
  const shell = shellRelease({ version: '1.0.1' });
  assert.match(grown(shell, '/r/shell/1.0.1/main.js', 131_000)[0]!, /^The main script of the shell is 131\.0 kB/);
});

test('budget: a public page that is too large together with the shell is rejected, whichever of them grew', () => {
  const routes = [
    { page: 'start', path: '/start', access: 'public', prerender: 'never' },
    { page: 'book', path: '/book-service', access: 'public', prerender: 'never' },
    { page: 'mine', path: '/mine', access: 'user', prerender: 'never' },
  ] as const;
  const catalog = remoteRelease('catalog', {}, { routes: [...routes] });
  const rejections = (release: ReleaseRecord, shellBytes: number, pageBytes: number) => {
    const shell = release.shell ? release : shellRelease();
    const checked = candidate(release, [shell, catalog]);
    const write = (href: string, bytes: number) =>
      writeFileSync(join(checked.siteFolder, `${href}.br`), 'x'.repeat(bytes));
    write(shell.shell!.js[0]!, shellBytes);
    write('/r/catalog/1.0.0/remoteEntry.js', 3000);
    for (const { page } of routes) write(`/r/catalog/1.0.0/${page}.js`, pageBytes);
    return bundleBudgetGate(checked);
  };
  assert.deepEqual(rejections(catalog, 101_000, 14_000), []);
  assert.deepEqual(rejections(catalog, 101_000, 15_200), [
    'Page start of catalog (/start) needs 119.2 kB of JavaScript until it is interactive, 1.2 kB over its budget of 118.0 kB. Its largest files: /r/shell/1.0.0/main.js 101.0 kB, /r/catalog/1.0.0/start.js 15.2 kB, /r/catalog/1.0.0/remoteEntry.js 3.0 kB. Load what the first view does not need with import(), or find what made one of them grow.',
  ]);
  const grown = rejections(shellRelease({ version: '1.0.1' }), 104_000, 38_000);
  assert.match(grown[0]!, /^Page start of catalog .* 27\.0 kB over .*: \/r\/shell\/1\.0\.1\/main\.js 104\.0 kB/);
  assert.match(grown[1]!, /^Page book of catalog \(\/book-service\) needs 145\.0 kB .* its budget of 140\.0 kB/);
  assert.equal(grown.length, 2);
});

test('budget: builds with untouched libraries have larger budgets, and so do pages when only the shell is such a build', () => {
  const route = { page: 'start', path: '/start', access: 'public', prerender: 'never' } as const;
  const shell = shellRelease({ untouchedLibraries: true });
  const rejections = (release: ReleaseRecord, entryBytes: number, pageBytes: number) => {
    const checked = candidate(release, [shell, release]);
    writeFileSync(join(checked.siteFolder, '/r/shell/1.0.0/main.js.br'), 'x'.repeat(120_000));
    writeFileSync(join(checked.siteFolder, '/r/catalog/1.0.0/remoteEntry.js.br'), 'x'.repeat(entryBytes));
    writeFileSync(join(checked.siteFolder, '/r/catalog/1.0.0/start.js.br'), 'x'.repeat(pageBytes));
    return bundleBudgetGate(checked);
  };
  const untouched = remoteRelease('catalog', { untouchedLibraries: true }, { routes: [route] });
  assert.deepEqual(rejections(untouched, 11_000, 18_000), []);
  assert.match(rejections(untouched, 12_100, 1000)[0]!, /its budget of 12\.0 kB/);
  assert.match(rejections(untouched, 11_000, 20_000)[0]!, /its budget of 150\.0 kB/);
  const withDiet = remoteRelease('catalog', {}, { routes: [route] });
  assert.deepEqual(rejections(withDiet, 7000, 18_000), []);
  assert.match(rejections(withDiet, 8100, 18_000)[0]!, /its budget of 8\.0 kB/);
});

test('budget: a rejection names the largest of many pages over it', () => {
  const routes = [1, 2, 3, 4, 5].map((page) => ({ page: `page${page}`, path: `/${page}` }));
  const catalog = remoteRelease(
    'catalog',
    {},
    { routes: routes.map((route) => ({ ...route, access: 'public', prerender: 'never' })) },
  );
  const checked = candidate(shellRelease({ version: '1.0.1' }), [remoteRelease('cart'), catalog]);
  writeFileSync(join(checked.siteFolder, '/r/shell/1.0.1/main.js.br'), 'x'.repeat(104_000));
  for (const { page, path } of routes)
    writeFileSync(
      join(checked.siteFolder, `/r/catalog/1.0.0/${page}.js.br`),
      'x'.repeat(15_000 * Number(path.slice(1))),
    );
  const rejections = bundleBudgetGate(checked);
  assert.deepEqual(
    rejections.map((rejection) => rejection.slice(0, 10)),
    ['Page page5', 'Page page4', 'Page page3', '2 more pag'],
  );
});

test('styles: a sheet that affects elements of other apps, or names shared by all pages, is rejected', () => {
  const checked = candidate(remoteRelease('catalog'));
  const sheet = '.catalog-a{} h1{color:red} @keyframes spin{} @keyframes catalog-spin{} @font-face{font-family:"Anek"}';
  writeFileSync(join(checked.siteFolder, '/r/catalog/1.0.0/start.css'), sheet);
  assert.deepEqual(scopedStylesGate(checked), [
    'Styles of catalog would affect elements of other apps: h1. Write them in a CSS Module, with a class of catalog in each selector.',
    'Styles of catalog would change what all pages share: @keyframes spin, @font-face Anek. Start the names with catalog-, and leave the order of layers and unnamed rules to the shell.',
  ]);
});

test('styles: a sheet that would be loaded without its integrity is rejected', () => {
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

test('styles: tells selectors that are scoped to the remote from others', () => {
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

test('styles: tells at-rules that all pages share from others', () => {
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
