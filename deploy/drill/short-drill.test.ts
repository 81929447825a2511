import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { remotePages } from '../e2e/remote-pages.ts';
import type { DrillRow } from './drill-row.ts';
import { drillFileFault, type FileFault } from './file-faults.ts';
import { openDrillSite } from './open-drill-site.ts';
import { drillRecordFault } from './record-faults.ts';
import { drillSlotFault, type SlotFault } from './slot-faults.ts';
import { drillThrowingFile } from './throwing-release.ts';

/*
 * The short form of `npm run drill`: each fault once, and over all of them each remote, each kind of file and both ways
 * to a page.
 */
const site = await openDrillSite();
after(() => site.close());

const [catalog, cart, account, admin] = remotePages as [FileFault['part'], ...FileFault['part'][]];
const met: FileFault[] = [
  { part: catalog!, kind: 'page chunk', fault: 'hang', moment: 'cold load' },
  { part: cart!, kind: 'remote entry', fault: 'slow 10 s', moment: 'cold load' },
  { part: account!, kind: 'style sheet', fault: 'altered', moment: 'navigation' },
  { part: cart!, kind: 'exposed module', fault: '404', moment: 'navigation' },
  { part: account!, kind: 'remote entry', fault: 'truncated', moment: 'cold load' },
  { part: admin!, kind: 'page chunk', fault: 'HTML', moment: 'navigation' },
];

// Three at once: most of it is waiting.
describe('a visitor meets a spoilt file', { concurrency: 3 }, () => {
  for (const fault of met)
    test(`${fault.part.remote}, ${fault.kind}: ${fault.fault}, ${fault.moment}`, async () => {
      assertGreen([await drillFileFault(site, fault)]);
    });
});

const inSlots: SlotFault[] = [
  { slot: 'cart-drawer', file: 'script', fault: 'HTML' },
  { slot: 'cart-drawer', file: 'style sheet', fault: '404' },
  { slot: 'admin-alerts', file: 'script', fault: 'truncated' },
];

describe('a slot meets a spoilt file', { concurrency: 3 }, () => {
  for (const fault of inSlots)
    test(`${fault.slot}, ${fault.file}: ${fault.fault}`, async () => {
      assertGreen([await drillSlotFault(site, fault)]);
    });
});

test('a version that throws is rolled back', async () => {
  assertGreen(await drillThrowingFile(site, catalog, 'exposed module'));
});

test('a live record that is cut off is noticed by nobody', async () => {
  assertGreen(await drillRecordFault(site, 'truncated', catalog));
});

function assertGreen(rows: DrillRow[]): void {
  assert.ok(rows.length > 0);
  for (const { failures, saw } of rows) assert.deepEqual(failures, [], saw);
}
