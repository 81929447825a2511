import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { LiveRecord } from '../../live-record.ts';
import { exportDocuments } from '../../static/export-documents.ts';
import { makeSmallSite, type SmallSite } from '../../static/testing/small-site.ts';
import { pullSite } from '../pull-site.ts';
import { pushSite } from '../push-site.ts';
import { LiveRecordChangedError, type Target } from '../target.ts';

/** A site folder whose documents are rendered and whose record says so. */
export async function flip(site: SmallSite, changes: Partial<LiveRecord>): Promise<LiveRecord> {
  const record = { ...site.record, ...changes };
  const { bulk } = await exportDocuments({
    siteFolder: site.folder,
    record,
    backend: { url: '', key: 'public-key' },
    origin: 'https://twostroke.example',
    fetchRows: site.fetchRows,
    pagesOf: site.pagesOf,
  });
  await bulk;
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(record));
  return record;
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
    const { releases } = await pushSite(watched, site.folder);
    assert.ok(releases >= 8, `${releases} files of releases`);
    assert.deepEqual(order, [...Array<string>(4).fill('pushRelease'), 'pushDocuments', 'writeText', 'replaceLive']);
    assert.ok((await documentOf('/'))?.includes('<h1>/</h1>'));
    assert.ok((await documentOf('/bikes/royal-enfield/classic-350'))?.includes('first text of 1.0.0'));
    assert.ok((await documentOf('/offers/rain/2026/offer-7'))?.includes('first text of 1.0.0'));
    assert.equal(await documentOf('/nowhere'), null);
    assert.equal((JSON.parse((await target.readText('live.json'))!) as LiveRecord).sequence, 1);
  });

  test('pushed again: nothing is sent', async () => {
    const { releases, documents } = await pushSite(target, site.folder);
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
    const { releases } = await pushSite(target, site.folder);
    assert.ok(releases > 0 && releases < 9, `${releases} files of releases`);
    assert.ok((await documentOf('/bikes'))?.includes('first text of 2.0.0'));
    assert.ok(await target.readText('private/catalog/1.0.0/release.json'), 'the way back stays');
  });

  test('a page that is no more is gone', async () => {
    const { fetchRows } = site;
    site.fetchRows = async () => (await fetchRows('')).slice(0, -1);
    await flip(site, { sequence: 3, apps: { ...site.record.apps, catalog: '2.0.0' } });
    await pushSite(target, site.folder);
    assert.equal(await documentOf('/offers/rain/2026/offer-11'), null);
    assert.ok(await documentOf('/offers/rain/2026/offer-10'));
    site.fetchRows = fetchRows;
  });

  test('of two who release at once the second is refused, and nothing of his shows', async () => {
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

  test('documents of another flip than the record are refused', async () => {
    writeFileSync(join(site.folder, 'live.json'), JSON.stringify({ ...site.record, sequence: 9 }));
    await assert.rejects(pushSite(target, site.folder), /not rendered yet/);
  });

  test('a canary: with its documents, or refused with the reason', async () => {
    const canary = { app: 'catalog', version: '2.0.0', percent: 10 };
    await flip(site, { sequence: 10, canary });
    if (target.refusesCanary) {
      await assert.rejects(pushSite(target, site.folder), /same documents.*Promote it or end it first/);
      assert.equal((JSON.parse((await target.readText('live.json'))!) as LiveRecord).sequence, 4);
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
}
