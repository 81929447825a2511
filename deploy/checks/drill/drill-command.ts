import { rmSync } from 'node:fs';
import { buildApps } from '../../release/build/build-apps.mjs';
import { remotePage, remotePages } from '../e2e/remote-pages.ts';
import { manifests } from '../e2e/remotes.ts';
import { checkoutOfOne } from '../../release/testing/checkout-of-one.ts';
import { secondsSince, type DrillRow } from './drill-row.ts';
import { drillFederationUpgrade } from './federation-upgrade.ts';
import { drillFileFault, fileKinds, proxyFaults, moments } from './file-faults.ts';
import { openDrillSite, type DrillSite } from './open-drill-site.ts';
import { printRows, printSteps, printVerdict } from './print-report.ts';
import { drillRecordFault, recordFaults } from './record-faults.ts';
import { drillRejections } from './rejected-releases.ts';
import { drillReleases, type ReleaseStep } from './release-cycle.ts';
import { drilledSlots, drillSlotFault, slotFiles, slotHasFile, type DrilledSlot } from './slot-faults.ts';
import { failSlowVisits } from './slow-visits.ts';
import { drillThrowingFile } from './throwing-release.ts';

/** Concurrent visits: most of a visit is waiting. */
const VISITORS_AT_ONCE = 3;

/**
 * `npm run drill`: on a running site of its own, with its own database and releases, every remote is released, broken
 * and rolled back, every fault is injected into each of its files, and Module Federation is upgraded.
 * @returns the exit code: 0 when all is green
 */
export async function runDrill(): Promise<number> {
  const began = Date.now();
  const slots = drilledSlots(manifests);
  await buildApps();
  const site = await openDrillSite();
  const steps: ReleaseStep[] = [];
  const met: DrillRow[] = [];
  const say = (line: string): void => console.log(`${secondsSince(began).toFixed(0).padStart(4)} s  ${line}`);
  try {
    for (const part of remotePages) {
      const checkout = checkoutOfOne(part.remote);
      try {
        say(`${part.remote}: rejected releases, a release, a broken canary, a rollback`);
        steps.push(...(await drillRejections(site, part, checkout)));
        const cycle = await drillReleases(site, part, checkout);
        steps.push(...cycle.steps);
        met.push(...cycle.rows);
      } finally {
        rmSync(checkout.folder, { recursive: true, force: true });
      }
    }
    for (const part of remotePages) {
      say(`${part.remote}: files that throw`);
      for (const kind of fileKinds)
        if (kind !== 'style sheet') met.push(...(await drillThrowingFile(site, part, kind)));
    }
    say('the live record');
    for (const fault of Object.keys(recordFaults))
      met.push(...(await drillRecordFault(site, fault, remotePage('catalog'))));
    met.push(...(await drillFiles(site, slots, say)));
    say('an upgrade of Module Federation');
    steps.push(...(await drillFederationUpgrade(site)));
  } finally {
    await site.close();
  }
  const rows = failSlowVisits(met);
  console.log('');
  printSteps(steps);
  console.log('');
  printRows(rows);
  console.log('');
  return printVerdict(rows, steps) === 0 ? 0 : 1;
}

/** Every network fault, in every file of every remote, on both ways to a page, and in the files of every slot. */
async function drillFiles(site: DrillSite, slots: DrilledSlot[], say: (line: string) => void): Promise<DrillRow[]> {
  const jobs = [
    ...remotePages.flatMap((part) =>
      fileKinds.flatMap((kind) =>
        proxyFaults.flatMap((fault) =>
          moments.map((moment) => () => drillFileFault(site, { part, kind, fault, moment })),
        ),
      ),
    ),
    ...slots.flatMap((slot) =>
      slotFiles
        .filter((file) => slotHasFile(site, slot, file))
        .flatMap((file) => proxyFaults.map((fault) => () => drillSlotFault(site, { slot, file, fault }))),
    ),
  ];
  say(`${jobs.length} visitors get a faulty file`);
  const rows: DrillRow[] = [];
  let next = 0;
  const visit = async (): Promise<void> => {
    for (let at = next++; at < jobs.length; at = next++) {
      const row = await jobs[at]!();
      rows[at] = row;
      const { remote, where, fault, moment, failures } = row;
      for (const failure of failures) say(`${remote}, ${where}, ${fault}, ${moment}: ${failure}`);
      if ((at + 1) % 24 === 0) say(`${at + 1} of ${jobs.length}`);
    }
  };
  await Promise.all(Array.from({ length: VISITORS_AT_ONCE }, visit));
  // Other work on the machine passes, a fault of the page does not: a visitor who waited too long comes again, alone.
  for (const [at, row] of failSlowVisits(rows).entries()) {
    const { failures, seconds } = rows[at]!;
    if (row.failures.length === failures.length) continue;
    const again = await jobs[at]!();
    rows[at] = { ...again, failures: [...failures, ...again.failures] };
    const { remote, where, fault, moment } = row;
    say(`${remote}, ${where}, ${fault}, ${moment}: ${seconds.toFixed(1)} s, again ${again.seconds.toFixed(1)} s`);
  }
  return rows;
}
