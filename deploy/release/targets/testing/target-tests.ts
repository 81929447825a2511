import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { LiveRecord } from '../../../site/record/live-record.ts';
import { makeSmallSite } from '../../../site/testing/small-site.ts';
import { collectGarbageAtTarget, type Garbage } from '../collect-garbage-at-target.ts';
import { pullSite } from '../pull-site.ts';
import { pushSite } from '../push-site.ts';
import { LiveRecordChangedError, type Target } from '../target.ts';
import { flip, leaveGarbage } from './leave-garbage.ts';

/** The same target, which calls a function before the first call of one of its methods. */
function before(target: Target, name: keyof Target, first: () => Promise<unknown>): Target {
  let isFirst = true;
  return new Proxy(target, {
    get(of, asked) {
      const value: unknown = Reflect.get(of, asked);
      if (asked !== name || typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        if (isFirst) {
          isFirst = false;
          await first();
        }
        return (value as (...all: unknown[]) => unknown).apply(of, args);
      };
    },
  });
}

/**
 * The contract of every target.
 * @param open returns the target, new and empty
 * @param documentOf what visitors of the target get at a path, or null
 * @param options races: false leaves out how a release reacts to another one or to gc while it pushes, which is the same
 * code for every target
 */
export function testTarget(
  open: () => Promise<Target>,
  documentOf: (path: string) => Promise<string | null>,
  options: { races: boolean } = { races: true },
): void {
  const testRace = options.races ? test : (_name: string, _race: () => Promise<void>) => undefined;
  const site = makeSmallSite();
  const elsewhere = mkdtempSync(join(tmpdir(), 'twostroke-pulled-'));
  after(() => {
    site.remove();
    rmSync(elsewhere, { recursive: true, force: true });
  });
  let target: Target;

  test('pulls nothing from an empty target', async () => {
    target = await open();
    assert.equal(await pullSite(target, join(elsewhere, 'empty')), null);
    assert.ok(!existsSync(join(elsewhere, 'empty/live.json')));
  });

  test('pushes files, documents and, last, the live record', async () => {
    await flip(site, { sequence: 1 });
    writeFileSync(join(site.folder, 'history.jsonl'), '{"first":1}\n');
    const order: string[] = [];
    const watched = new Proxy(target, {
      get(of, name, receiver) {
        const value: unknown = Reflect.get(of, name, receiver);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (/^(push|write|replace)/.test(String(name))) order.push(String(name));
          return (value as (...all: unknown[]) => unknown).apply(of, args);
        };
      },
    });
    const { releases } = await pushSite(watched, site.folder);
    assert.ok(releases >= 8, `${releases} files of releases`);
    const releasesSent = Array<string>(4).fill('pushRelease');
    assert.deepEqual(order, [...releasesSent, 'pushDocuments', 'writeText', 'replaceLive']);
    assert.ok((await documentOf('/'))?.includes('<h1>/</h1>'));
    assert.ok((await documentOf('/bikes/royal-enfield/classic-350'))?.includes('first text of 1.0.0'));
    assert.ok((await documentOf('/offers/rain/2026/offer-7'))?.includes('first text of 1.0.0'));
    assert.equal(await documentOf('/nowhere'), null);
    assert.equal((JSON.parse((await target.readText('live.json'))!) as LiveRecord).sequence, 1);
  });

  test('sends nothing when pushed again', async () => {
    const { releases, documents } = await pushSite(target, site.folder);
    assert.deepEqual([releases, documents], [0, 0]);
  });

  test('pulls into an empty folder everything that the next release starts from', async () => {
    const folder = join(elsewhere, 'site');
    assert.equal((await pullSite(target, folder))?.sequence, 1);
    for (const file of [
      'live.json',
      'history.jsonl',
      'private/catalog/1.0.0/release.json',
      'private/shell/1.0.0/node/server.mjs',
      'r/shell/1.0.0/main.css',
    ])
      assert.deepEqual(readFileSync(join(folder, file)), readFileSync(join(site.folder, file)), file);
  });

  test('sends only the new files of a flip', async () => {
    site.addVersion('2.0.0');
    await flip(site, { sequence: 2, apps: { ...site.record.apps, catalog: '2.0.0' } });
    const { releases } = await pushSite(target, site.folder);
    assert.ok(releases > 0 && releases < 9, `${releases} files of releases`);
    assert.ok((await documentOf('/bikes'))?.includes('first text of 2.0.0'));
    assert.ok(
      await target.readText('private/catalog/1.0.0/release.json'),
      'the previous release stays, for a rollback',
    );
  });

  test('removes a page that no longer exists', async () => {
    const { fetchRows } = site;
    site.fetchRows = async () => (await fetchRows('')).slice(0, -1);
    await flip(site, { sequence: 3, apps: { ...site.record.apps, catalog: '2.0.0' } });
    await pushSite(target, site.folder);
    assert.equal(await documentOf('/offers/rain/2026/offer-11'), null);
    assert.ok(await documentOf('/offers/rain/2026/offer-10'));
    site.fetchRows = fetchRows;
  });

  test('when the live record is truncated, the one before the last flip counts, and a push repairs it', async () => {
    const whole = (await target.readText('live.json'))!;
    await target.writeText('live.json.former', whole);
    await target.writeText('live.json', whole.slice(0, 40));
    const said: string[] = [];
    const pulled = await pullSite(target, join(elsewhere, 'recovered'), (sentence) => said.push(sentence));
    assert.deepEqual(pulled, JSON.parse(whole));
    assert.match(said.join(), /is damaged: it is not JSON\. Flip 3, the newest good one there, counts/);
    await pushSite(target, site.folder);
    assert.equal(await target.readText('live.json'), whole);
  });

  test('rejects the second of two concurrent releases, and nothing of it is visible', async () => {
    const other = join(elsewhere, 'site');
    await pullSite(target, other);
    site.content.text = 'the first one';
    await flip(site, { sequence: 4 });
    await pushSite(target, site.folder);
    const second = { ...site, folder: other, content: site.content };
    site.content.text = 'the second one';
    await flip(second, { sequence: 4, flippedBy: 'somebody else' });
    await assert.rejects(pushSite(target, other), LiveRecordChangedError);
    assert.ok((await documentOf('/'))?.includes('the first one'));
    await assert.rejects(target.replaceLive('{}', '{"not":"what is there"}'), LiveRecordChangedError);
  });

  /** Flips what is live in two copies of the site, one by Asha and one by Ravi; the copy of Ravi is new. */
  async function flipTwice(sequence: number): Promise<string> {
    const other = join(elsewhere, `of-ravi-${sequence}`);
    await pullSite(target, other);
    site.content.text = `flip ${sequence} of Asha`;
    await flip(site, { sequence, flippedBy: 'Asha' });
    site.content.text = `flip ${sequence} of Ravi`;
    await flip({ ...site, folder: other }, { sequence, flippedBy: 'Ravi' });
    return other;
  }
  const flippedBy = async () => (JSON.parse((await target.readText('live.json'))!) as LiveRecord).flippedBy;
  const overtaken = {
    name: 'LiveRecordChangedError',
    message: /^Another team has released to .+ meanwhile\. Pull, and release again\.$/,
  };

  testRace(
    'rejects the second of two concurrent releases before visitors see any of it, and can repeat it',
    async () => {
      const other = await flipTwice(5);
      const slow = before(target, 'pushDocuments', () => pushSite(target, other));
      await assert.rejects(pushSite(slow, site.folder), overtaken);
      assert.ok((await documentOf('/'))?.includes('flip 5 of Ravi'));
      assert.equal(await flippedBy(), 'Ravi');
      await pullSite(target, site.folder);
      site.content.text = 'flip 6 of Asha';
      await flip(site, { sequence: 6, flippedBy: 'Asha' });
      await pushSite(target, site.folder);
      assert.ok((await documentOf('/'))?.includes('flip 6 of Asha'));
      assert.equal(await flippedBy(), 'Asha');
    },
  );

  testRace(
    'accepts one record of two concurrent releases that have both sent documents, and can repeat the other',
    async () => {
      const other = await flipTwice(7);
      const slow = before(target, 'replaceLive', () => pushSite(target, other));
      await assert.rejects(pushSite(slow, site.folder), overtaken);
      assert.equal(await flippedBy(), 'Ravi');
      await pullSite(target, site.folder);
      site.content.text = 'flip 8 of Asha';
      await flip(site, { sequence: 8, flippedBy: 'Asha' });
      await pushSite(target, site.folder);
      assert.ok((await documentOf('/'))?.includes('flip 8 of Asha'));
      assert.equal(await flippedBy(), 'Asha');
    },
  );

  testRace('does not make a release live that gc removes during the push, and can repeat the push', async () => {
    const { catalog } = (await flip(site, { sequence: 9, apps: { ...site.record.apps, catalog: '2.0.0' } })).apps;
    const cleaned = before(target, 'pushDocuments', () => target.removeFolder(`private/catalog/${catalog}`));
    await assert.rejects(
      pushSite(cleaned, site.folder),
      /A release was removed from .+ \(gc\).+ Run the command again/,
    );
    assert.equal(await flippedBy(), 'Asha');
    await pushSite(target, site.folder);
    assert.equal((JSON.parse((await target.readText('live.json'))!) as LiveRecord).sequence, 9);
  });

  test('rejects documents of another flip than the record', async () => {
    writeFileSync(join(site.folder, 'live.json'), JSON.stringify({ ...site.record, sequence: 10 }));
    await assert.rejects(pushSite(target, site.folder), /not rendered yet/);
  });

  test('pushes a canary with its documents, or rejects it with the reason', async () => {
    const canary = { app: 'catalog', version: '2.0.0', percent: 10 };
    await flip(site, { sequence: 11, canary });
    if (target.canaryRejection) {
      await assert.rejects(pushSite(target, site.folder), /same documents.*Promote it or end it first/);
      assert.equal((JSON.parse((await target.readText('live.json'))!) as LiveRecord).sequence, 9);
      return;
    }
    await pushSite(target, site.folder);
    await pushSite(target, site.folder); // as when the many pages are written
    assert.deepEqual((JSON.parse((await target.readText('live.json'))!) as LiveRecord).canary, canary);
    assert.ok(await target.readText('documents/live/canary/bikes.html'));
    assert.equal(
      await target.readText('documents/live/buckets/9/bikes.html'),
      await target.readText('documents/live/canary/bikes.html'),
    );
  });

  const collect = (at: Target, options: { now?: number; dryRun?: boolean }) => collectGarbageAtTarget(at, options);
  const later = Date.now() + 30 * 24 * 3600_000;
  const named = ({ releases }: Garbage) =>
    releases.map(({ app, version }) => `${app} ${version}`).filter((name) => name !== 'catalog 2.0.0');

  test('gc removes nothing without a history, because what is in use is unknown', async () => {
    await target.removeFile('history.jsonl');
    await assert.rejects(collect(target, { now: later }), /has no history of its flips.* Nothing was removed\.$/);
  });

  test('gc keeps releases that tabs may still use for a week', async () => {
    await leaveGarbage(target, site);
    assert.deepEqual(named(await collect(target, {})), []);
  });

  testRace('gc stops before it removes anything when another team releases meanwhile', async () => {
    const live = (await target.readText('live.json'))!;
    const next = JSON.stringify({ ...(JSON.parse(live) as LiveRecord), sequence: 21 });
    const released = before(target, 'readDocuments', () => target.writeText('live.json', next));
    await assert.rejects(collect(released, { now: later }), LiveRecordChangedError);
    assert.ok(await target.readText('private/catalog/0.0.0/release.json'));
    await target.writeText('live.json', live);
  });

  test('gc leaves a working site when it fails in the middle, and the next run removes the rest', async () => {
    const all = ['catalog 0.0.0', 'catalog 0.2.0', 'catalog 0.3.0', 'catalog 0.8.0'];
    const told = await collect(target, { now: later, dryRun: true });
    assert.deepEqual(named(told), all);
    assert.ok(told.bytes > 1000);
    assert.ok((await target.list('r/catalog/0.0.0')).length > 0, 'a dry run removes nothing');
    let removed = 0;
    const failing: Target = {
      ...target,
      removeFolder: (path) => ((removed += 1) === 1 ? Promise.reject(new Error('lost')) : target.removeFolder(path)),
    };
    await assert.rejects(collect(failing, { now: later }), /lost/);
    assert.equal(await target.readText('private/catalog/0.0.0/release.json'), null);
    assert.ok((await documentOf('/'))?.includes('/r/catalog/0.1.0/'));
    assert.deepEqual(named(await collect(target, { now: later })), all);
    assert.deepEqual(named(await collect(target, { now: later })), []);
  });

  test('gc keeps what is live, kept for a rollback, named by a document, or not of this tool', async () => {
    for (const version of ['0.0.0', '0.2.0', '0.3.0'])
      for (const path of [`r/catalog/${version}`, `private/catalog/${version}`])
        assert.deepEqual(await target.list(path), [], path);
    for (const path of ['shell/1.0.0', 'catalog/1.0.0', 'catalog/0.7.0', 'catalog/0.4.0', 'catalog/0.1.0'])
      for (const folder of [`r/${path}`, `private/${path}`]) assert.ok((await target.list(folder)).length > 0, folder);
    for (const foreign of ['private/notes/2026/read-me.txt', 'private/catalog/read-me.txt'])
      assert.equal(await target.readText(foreign), 'not of this tool');
    const hasGenerations = (await target.readText('documents/live/name')) !== null;
    assert.equal((await target.readText('documents/1-1a2b3c4d/stable/index.html')) === null, hasGenerations);
    assert.ok(
      (await target.pushRelease('r/catalog/0.0.0', join(site.folder, 'r/catalog/0.0.0'))) > 0,
      'a removed release can be pushed again',
    );
  });
}
