import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { LiveRecord } from '../../live-record.ts';
import { makeSmallSite, renderSmallSite, type SmallSite } from '../../static/testing/small-site.ts';
import { collectGarbageAtTarget, type Garbage } from '../collect-garbage-at-target.ts';
import { pullSite } from '../pull-site.ts';
import { pushSite } from '../push-site.ts';
import { LiveRecordChangedError, type Target } from '../target.ts';

/** A site folder whose documents are rendered and whose record says so. */
export async function flip(site: SmallSite, changes: Partial<LiveRecord>): Promise<LiveRecord> {
  const record = await renderSmallSite(site, changes);
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(record));
  return record;
}

const asha = { by: 'Asha', waitMs: 0 };
const ravi = { by: 'Ravi', waitMs: 0 };

/** The target, that does something before one of its functions is called for the first time. */
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
 * What every target promises.
 * @param open gives the target, new and empty
 * @param documentOf what visitors of the target are answered at a path, or null
 */
export function testTarget(open: () => Promise<Target>, documentOf: (path: string) => Promise<string | null>): void {
  const site = makeSmallSite();
  const elsewhere = mkdtempSync(join(tmpdir(), 'twostroke-pulled-'));
  after(() => {
    site.remove();
    rmSync(elsewhere, { recursive: true, force: true });
  });
  let target: Target;

  test('an empty target: nothing to pull', async () => {
    target = await open();
    assert.equal(await pullSite(target, join(elsewhere, 'empty')), null);
    assert.ok(!existsSync(join(elsewhere, 'empty/live.json')));
  });

  test('pushed: files, documents and, last of all, the live record', async () => {
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
    const { releases } = await pushSite(watched, site.folder, asha);
    assert.ok(releases >= 8, `${releases} files of releases`);
    const releasesSent = Array<string>(4).fill('pushRelease');
    const claim = 'writeText';
    assert.deepEqual(order, [claim, ...releasesSent, claim, 'pushDocuments', 'writeText', claim, 'replaceLive']);
    assert.deepEqual(await target.list('leases'), [], 'the lease was given back');
    assert.ok((await documentOf('/'))?.includes('<h1>/</h1>'));
    assert.ok((await documentOf('/bikes/royal-enfield/classic-350'))?.includes('first text of 1.0.0'));
    assert.ok((await documentOf('/offers/rain/2026/offer-7'))?.includes('first text of 1.0.0'));
    assert.equal(await documentOf('/nowhere'), null);
    assert.equal((JSON.parse((await target.readText('live.json'))!) as LiveRecord).sequence, 1);
  });

  test('pushed again: nothing is sent', async () => {
    const { releases, documents } = await pushSite(target, site.folder, asha);
    assert.deepEqual([releases, documents], [0, 0]);
  });

  test('pulled into an empty folder: all that the next release starts from', async () => {
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

  test('of a flip only what is new is sent', async () => {
    site.addVersion('2.0.0');
    await flip(site, { sequence: 2, apps: { ...site.record.apps, catalog: '2.0.0' } });
    const { releases } = await pushSite(target, site.folder, asha);
    assert.ok(releases > 0 && releases < 9, `${releases} files of releases`);
    assert.ok((await documentOf('/bikes'))?.includes('first text of 2.0.0'));
    assert.ok(await target.readText('private/catalog/1.0.0/release.json'), 'the way back stays');
  });

  test('a page that is no more is gone', async () => {
    const { fetchRows } = site;
    site.fetchRows = async () => (await fetchRows('')).slice(0, -1);
    await flip(site, { sequence: 3, apps: { ...site.record.apps, catalog: '2.0.0' } });
    await pushSite(target, site.folder, asha);
    assert.equal(await documentOf('/offers/rain/2026/offer-11'), null);
    assert.ok(await documentOf('/offers/rain/2026/offer-10'));
    site.fetchRows = fetchRows;
  });

  test('a live record that is cut off: the one before the last flip counts, and a push makes it whole', async () => {
    const whole = (await target.readText('live.json'))!;
    await target.writeText('live.json.former', whole);
    await target.writeText('live.json', whole.slice(0, 40));
    const said: string[] = [];
    const pulled = await pullSite(target, join(elsewhere, 'recovered'), (sentence) => said.push(sentence));
    assert.deepEqual(pulled, JSON.parse(whole));
    assert.match(said.join(), /is damaged: it is not JSON\. Flip 3, the newest good one there, counts/);
    await pushSite(target, site.folder, asha);
    assert.equal(await target.readText('live.json'), whole);
  });

  test('of two who release at once the second is refused, and nothing of his shows', async () => {
    const other = join(elsewhere, 'site');
    await pullSite(target, other);
    site.content.text = 'the first one';
    await flip(site, { sequence: 4 });
    await pushSite(target, site.folder, asha);
    const second = { ...site, folder: other, content: site.content };
    site.content.text = 'the second one';
    await flip(second, { sequence: 4, flippedBy: 'somebody else' });
    await assert.rejects(pushSite(target, other, asha), LiveRecordChangedError);
    assert.ok((await documentOf('/'))?.includes('the first one'));
    await assert.rejects(target.replaceLive('{}', '{"not":"what is there"}'), LiveRecordChangedError);
  });

  test('of two pushes at the same moment one is refused with the name of the other, and all that is there is of one', async () => {
    const other = join(elsewhere, 'site');
    await pullSite(target, other);
    site.content.text = 'of Asha';
    await flip(site, { sequence: 5, flippedBy: 'Asha' });
    site.content.text = 'of Ravi';
    await flip({ ...site, folder: other }, { sequence: 5, flippedBy: 'Ravi' });
    const atOnce = before(target, 'pushDocuments', () =>
      assert.rejects(
        pushSite(target, other, ravi),
        /is being changed by Asha \(.+\) since 20\S+ \(flip 5\)\. Run the command again when that is done\. .* --take-over\.$/,
      ),
    );
    await pushSite(atOnce, site.folder, asha);
    assert.ok((await documentOf('/'))?.includes('of Asha'));
    assert.equal((JSON.parse((await target.readText('live.json'))!) as LiveRecord).flippedBy, 'Asha');
    await assert.rejects(pushSite(target, other, ravi), LiveRecordChangedError);
    assert.deepEqual(await target.list('leases'), []);
  });

  test('whoever is taken over stops before visitors see anything of his', async () => {
    site.content.text = 'of Ravi, who takes over';
    const other = join(elsewhere, 'site');
    rmSync(other, { recursive: true });
    await pullSite(target, other);
    await flip({ ...site, folder: other }, { sequence: 6, flippedBy: 'Ravi' });
    site.content.text = 'of Asha, whose connection hangs';
    await flip(site, { sequence: 6, flippedBy: 'Asha' });
    const hanging = before(target, 'pushRelease', () => pushSite(target, other, { ...ravi, takeOver: true }));
    await assert.rejects(pushSite(hanging, site.folder, asha), {
      name: 'LeaseLostError',
      message: `Somebody has ended the lease at ${target.name}.`,
    });
    assert.ok((await documentOf('/'))?.includes('of Ravi, who takes over'));
    assert.equal((JSON.parse((await target.readText('live.json'))!) as LiveRecord).flippedBy, 'Ravi');
  });

  test('documents of another flip than the record are refused', async () => {
    writeFileSync(join(site.folder, 'live.json'), JSON.stringify({ ...site.record, sequence: 9 }));
    await assert.rejects(pushSite(target, site.folder, asha), /not rendered yet/);
  });

  test('a canary: with its documents, or refused with the reason', async () => {
    const canary = { app: 'catalog', version: '2.0.0', percent: 10 };
    await flip(site, { sequence: 10, canary });
    if (target.refusesCanary) {
      await assert.rejects(pushSite(target, site.folder, asha), /same documents.*Promote it or end it first/);
      assert.equal((JSON.parse((await target.readText('live.json'))!) as LiveRecord).sequence, 6);
      return;
    }
    await pushSite(target, site.folder, asha);
    await pushSite(target, site.folder, asha); // as when the many pages are written
    assert.deepEqual((JSON.parse((await target.readText('live.json'))!) as LiveRecord).canary, canary);
    assert.ok(await target.readText('documents/live/canary/bikes.html'));
    assert.equal(
      await target.readText('documents/live/buckets/9/bikes.html'),
      await target.readText('documents/live/canary/bikes.html'),
    );
  });

  /** Eight versions that were live one after the other, and documents of one of them that no record names any more. */
  async function leaveGarbage(): Promise<void> {
    const versions = Array.from({ length: 8 }, (_, at) => `0.${at}.0`);
    const record = { ...site.record, sequence: 20 };
    versions.forEach((version) => site.addVersion(version));
    const entries = [...versions, '1.0.0'].map((version) => {
      const { flippedAt, apps } = record;
      const entry = { at: flippedAt, by: 'a test', action: 'release', app: 'catalog', commit: null, from: null };
      return JSON.stringify({
        ...entry,
        to: version,
        seconds: 1,
        record: { ...record, apps: { ...apps, catalog: version } },
      });
    });
    writeFileSync(join(site.folder, 'history.jsonl'), `${entries.join('\n')}\n`);
    site.addVersion('0.8.0'); // never live
    for (const version of [...versions, '0.8.0'])
      for (const path of [`r/catalog/${version}`, `private/catalog/${version}`])
        await target.pushRelease(path, join(site.folder, path));
    await flip(site, { sequence: 20, apps: { ...record.apps, catalog: '0.1.0' } });
    await pushSite(target, site.folder, asha);
    await target.writeText('live.json', JSON.stringify(record)); // as if that flip had been broken off
    await target.writeText('documents/1-1a2b3c4d/stable/index.html', 'of a push that was broken off');
    for (const foreign of ['private/notes/2026/read-me.txt', 'private/catalog/read-me.txt'])
      await target.writeText(foreign, 'not of this tool');
  }
  const collect = (at: Target, options: { now?: number; dryRun?: boolean }) =>
    collectGarbageAtTarget(at, asha, options);
  const later = Date.now() + 30 * 24 * 3600_000;
  const named = ({ releases }: Garbage) =>
    releases.map(({ app, version }) => `${app} ${version}`).filter((name) => name !== 'catalog 2.0.0');

  test('gc: without a history nobody knows what is in use', async () => {
    await target.removeFile('history.jsonl');
    await assert.rejects(collect(target, { now: later }), /has no history of its flips.* Nothing was removed\.$/);
  });

  test('gc: what tabs may still use stays for a week', async () => {
    await leaveGarbage();
    assert.deepEqual(named(await collect(target, {})), []);
  });

  test('gc: a failure in the middle leaves a site that works, and the next one does the rest', async () => {
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
    assert.deepEqual(await target.list('leases'), []);
    assert.ok((await documentOf('/'))?.includes('/r/catalog/0.1.0/'));
    assert.deepEqual(named(await collect(target, { now: later })), all);
    assert.deepEqual(named(await collect(target, { now: later })), []);
  });

  test('gc: live, kept for a rollback, named by a document, or not of this tool: that stays', async () => {
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
      'it may come back',
    );
  });
}
