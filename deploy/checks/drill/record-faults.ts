import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemotePage } from '../e2e/remote-pages.ts';
import { poll } from '../../backend/testing/poll.ts';
import type { DrillRow } from './drill-row.ts';
import { moments } from './file-faults.ts';
import { runFaultScenario } from './run-fault-scenario.ts';
import type { DrillSite } from './open-drill-site.ts';
import { releaseTool } from './release-tool.ts';

/** Damage to the live record while the site runs. */
export const recordFaults: Record<string, (file: string, good: string) => void> = {
  '404': (file) => rmSync(file),
  HTML: (file) => writeFileSync(file, '<!doctype html><h1>Welcome to the Wi-Fi</h1>'),
  truncated: (file, good) => writeFileSync(file, good.slice(0, good.length / 2)),
  'a missing version': (file, good) => writeFileSync(file, good.replace(/"catalog": "[^"]+"/, '"catalog": "9"')),
  'a path outside the folder': (file, good) =>
    writeFileSync(file, good.replace(/"catalog": "[^"]+"/, '"catalog": "../../../etc"')),
};

/**
 * Damages the record: visitors must notice nothing, and the next command of the release tool must write a valid record.
 */
export async function drillRecordFault(site: DrillSite, fault: string, part: RemotePage): Promise<DrillRow[]> {
  const file = join(site.siteFolder, 'live.json');
  const good = readFileSync(file, 'utf8');
  const noticed = await isNoticed(site, () => recordFaults[fault]!(file, good));
  const scenario = { part, where: 'live record', fault, url: site.url, harmless: true };
  const met = await Promise.all(moments.map((moment) => runFaultScenario(site, { ...scenario, moment })));
  // Any command continues from the newest good record.
  const off = await releaseTool(site, site.siteFolder, 'disable', 'admin');
  const on = await releaseTool(site, site.siteFolder, 'enable', 'admin');
  const rows = await Promise.all(met.map(({ recover }) => recover()));
  if (off.code !== 0) writeFileSync(file, good); // for the rest of the drill
  const failures = [
    ...(noticed ? [] : ['the site did not notice']),
    ...[off, on].flatMap(({ code, said }) => (code === 0 ? [] : [said])),
  ];
  return rows.map((row) => ({
    ...row,
    recovered: `by the next command, ${row.recovered}`,
    recoverySeconds: off.seconds,
    failures: [...failures, ...row.failures],
  }));
}

/** Whether the site logs that it rejected the record. */
async function isNoticed({ log }: DrillSite, spoil: () => void): Promise<boolean> {
  const before = log.length;
  spoil();
  const isLogged = (): boolean => log.slice(before).some((line) => line.includes('"event":"flip_refused"'));
  return poll('the site to notice', async () => isLogged()).catch(() => false);
}
