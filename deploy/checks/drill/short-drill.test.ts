import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { remotePage } from '../e2e/remote-pages.ts';
import { manifests } from '../e2e/remotes.ts';
import type { DrillRow } from './drill-row.ts';
import { drillFileFault, type FileFault } from './file-faults.ts';
import { openDrillSite } from './open-drill-site.ts';
import { drillRecordFault } from './record-faults.ts';
import { drilledSlots, drillSlotFault, type SlotFault } from './slot-faults.ts';
import { drillThrowingFile } from './throwing-release.ts';

/*
 * The short form of `npm run drill`: each way in which a file can be spoilt (it hangs, it is altered, it is another
 * file), both ways to a page, every slot, a version that throws, a truncated live record.
 */
const site = await openDrillSite();
after(() => site.close());

const catalog = remotePage('catalog');
const met: FileFault[] = [
  { part: catalog, kind: 'page chunk', fault: 'hang', moment: 'cold load' },
  { part: remotePage('account'), kind: 'style sheet', fault: 'altered', moment: 'navigation' },
  { part: remotePage('admin'), kind: 'page chunk', fault: 'HTML', moment: 'navigation' },
];

// Three concurrent visits: most of a visit is waiting.
describe('a page with a faulty file', { concurrency: 3 }, () => {
  for (const fault of met)
    test(`${fault.part.remote}, ${fault.kind}: ${fault.fault}, ${fault.moment}`, async () => {
      assertGreen([await drillFileFault(site, fault)]);
    });
});

const faultOf: Record<string, Omit<SlotFault, 'slot'>> = {
  'cart-drawer': { file: 'style sheet', fault: '404' },
  'admin-alerts': { file: 'script', fault: 'truncated' },
};
const inSlots = drilledSlots(manifests).map((slot): SlotFault => ({
  slot,
  ...(faultOf[slot.name] ?? { file: 'script', fault: '404' }),
}));

describe('a slot with a faulty file', { concurrency: 3 }, () => {
  for (const fault of inSlots)
    test(`${fault.slot.name}, ${fault.file}: ${fault.fault}`, async () => {
      assertGreen([await drillSlotFault(site, fault)]);
    });
});

test('a version that throws is rolled back', async () => {
  assertGreen(await drillThrowingFile(site, catalog, 'exposed module'));
});

test('visitors do not notice a truncated live record', async () => {
  assertGreen(await drillRecordFault(site, 'truncated', catalog));
});

function assertGreen(rows: DrillRow[]): void {
  assert.ok(rows.length > 0);
  for (const { failures, saw } of rows) assert.deepEqual(failures, [], saw);
}
