import assert from 'node:assert/strict';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { collectGarbage } from './collect-garbage.ts';
import { appendHistory } from '../../site/record/history.ts';
import { privateFolder, publicFolder } from '../../site/record/release-record.ts';
import { addReleases, liveRecord, remoteRelease, smallSite } from '../../site/testing/small-releases.ts';

const DAY_MS = 24 * 3600_000;
const now = Date.parse('2026-12-24T09:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * DAY_MS);

/** Eight versions of cart, live one after the other from 40 days ago on, the last one since `lastDaysAgo`. */
function siteWithPast(lastDaysAgo: number) {
  const versions = Array.from({ length: 8 }, (_, at) => `1.${at}.0`);
  const record = liveRecord({ apps: { shell: '1.0.0', catalog: '1.0.0', cart: '1.7.0' } });
  const siteFolder = smallSite(record);
  for (const [at, version] of versions.entries()) {
    addReleases(siteFolder, remoteRelease('cart', { version }));
    age(siteFolder, 'cart', version, 40 - at);
    const flippedAt = daysAgo(at === 7 ? lastDaysAgo : 40 - at).toISOString();
    appendHistory(siteFolder, {
      at: flippedAt,
      by: 'a test',
      action: 'release',
      app: 'cart',
      commit: null,
      from: null,
      to: version,
      seconds: 1,
      record: { ...record, apps: { ...record.apps, cart: version }, flippedAt },
    });
  }
  return { siteFolder, record };
}

function age(siteFolder: string, app: string, version: string, days: number): void {
  for (const folder of [publicFolder(siteFolder, app, version), privateFolder(siteFolder, app, version)])
    utimesSync(folder, daysAgo(days), daysAgo(days));
}

test('keeps the last five live versions and removes older ones', () => {
  const { siteFolder, record } = siteWithPast(30);
  addReleases(siteFolder, remoteRelease('cart', { version: '0.9.0' }));
  age(siteFolder, 'cart', '0.9.0', 40);
  const { releases, bytes } = collectGarbage(siteFolder, record, { now });
  assert.deepEqual(releases.sort(), ['cart 0.9.0', 'cart 1.0.0', 'cart 1.1.0', 'cart 1.2.0']);
  assert.ok(bytes > 0);
  assert.ok(!existsSync(publicFolder(siteFolder, 'cart', '1.2.0')));
  assert.ok(!existsSync(privateFolder(siteFolder, 'cart', '1.2.0')));
  for (const version of ['1.3.0', '1.7.0']) assert.ok(existsSync(publicFolder(siteFolder, 'cart', version)));
});

test('a dry run lists the same and removes nothing', () => {
  const { siteFolder, record } = siteWithPast(30);
  const told = collectGarbage(siteFolder, record, { now, dryRun: true });
  assert.ok(existsSync(publicFolder(siteFolder, 'cart', '1.0.0')));
  assert.deepEqual(collectGarbage(siteFolder, record, { now }), told);
  assert.ok(told.bytes > 0 && !existsSync(publicFolder(siteFolder, 'cart', '1.0.0')));
});

test('keeps releases that documents for file servers still name', () => {
  const { siteFolder, record } = siteWithPast(30);
  const folder = join(siteFolder, 'documents/7-1a2b3c4d/stable/bikes');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ktm.html'), '<script>{"entry":"/r/cart/1.1.0/remoteEntry.js"}</script>');
  assert.deepEqual(collectGarbage(siteFolder, record, { now }).releases.sort(), ['cart 1.0.0', 'cart 1.2.0']);
});

test('keeps releases that testers may open', () => {
  const { siteFolder, record } = siteWithPast(30);
  const previews = [{ app: 'cart', version: '1.0.0' }];
  assert.deepEqual(collectGarbage(siteFolder, { ...record, previews }, { now }).releases.sort(), [
    'cart 1.1.0',
    'cart 1.2.0',
  ]);
});

test('keeps the canary and releases younger than 7 days', () => {
  const { siteFolder, record } = siteWithPast(30);
  for (const [version, days] of [
    ['2.0.0', 20],
    ['2.1.0', 6],
    ['2.2.0', 8],
  ] as const) {
    addReleases(siteFolder, remoteRelease('cart', { version }));
    age(siteFolder, 'cart', version, days);
  }
  const canary = { app: 'cart', version: '2.0.0', percent: 10 };
  const { releases } = collectGarbage(siteFolder, { ...record, canary }, { now });
  assert.ok(releases.includes('cart 2.2.0'));
  assert.ok(!releases.includes('cart 2.0.0') && !releases.includes('cart 2.1.0'));
});

test('keeps releases that were live within 7 days, however old: tabs are still open', () => {
  const { siteFolder, record } = siteWithPast(2);
  for (let at = 0; at < 5; at += 1) {
    const flippedAt = daysAgo(1.5).toISOString();
    const next = { ...record, flippedAt, apps: { ...record.apps, cart: `3.${at}.0` } };
    const entry = { at: flippedAt, by: 'a test', app: 'cart', commit: null, from: null, to: null, seconds: 1 };
    appendHistory(siteFolder, { ...entry, action: 'release', record: next });
  }
  const { releases } = collectGarbage(siteFolder, { ...record, apps: { ...record.apps, cart: '3.4.0' } }, { now });
  assert.ok(!releases.includes('cart 1.6.0'), 'live until two days ago');
  assert.ok(releases.includes('cart 1.5.0'));
});

test('removes rendered pages with their releases, and those of outdated content', () => {
  const { siteFolder, record } = siteWithPast(30);
  writeFileSync(join(siteFolder, 'content-version'), 'new');
  const pages = (...parts: string[]): string => {
    const folder = join(siteFolder, 'pages', ...parts);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '%2F.json'), '{}');
    return folder;
  };
  const kept = [pages('shell-1.0.0', 'cart-1.7.0', 'new'), pages('shell-1.0.0', 'not-found', 'new')];
  const gone = [
    pages('shell-1.0.0', 'cart-1.1.0', 'new'),
    pages('shell-0.1.0', 'cart-1.7.0', 'new'),
    pages('shell-1.0.0', 'cart-1.7.0', 'old'),
  ];
  utimesSync(gone[2]!, daysAgo(2), daysAgo(2));
  assert.equal(collectGarbage(siteFolder, record, { now }).pages, 3);
  for (const folder of kept) assert.ok(existsSync(folder), folder);
  for (const folder of gone) assert.ok(!existsSync(folder), folder);
});
