import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemotePage } from '../e2e/remote-pages.ts';
import { until } from '../e2e/until.ts';
import type { DrillRow } from './drill-row.ts';
import { moments } from './file-faults.ts';
import { meetTrouble } from './meet-trouble.ts';
import type { DrillSite } from './open-drill-site.ts';
import { releaseTool } from './release-tool.ts';

/** What can become of the record that says what is live, while the site runs. */
export const recordFaults: Record<string, (file: string, good: string) => void> = {
  '404': (file) => rmSync(file),
  HTML: (file) => writeFileSync(file, '<!doctype html><h1>Welcome to the Wi-Fi</h1>'),
  truncated: (file, good) => writeFileSync(file, good.slice(0, good.length / 2)),
  'a version that is nowhere': (file, good) =>
    writeFileSync(file, good.replace(/"catalog": "[^"]+"/, '"catalog": "9"')),
  'a way out of the folder': (file, good) =>
    writeFileSync(file, good.replace(/"catalog": "[^"]+"/, '"catalog": "../../../etc"')),
};

/** Spoils the record; visitors notice nothing, and the next command of the release tool writes a good one. */
export async function drillRecordFault(site: DrillSite, fault: string, part: RemotePage): Promise<DrillRow[]> {
  const file = join(site.siteFolder, 'live.json');
  const good = readFileSync(file, 'utf8');
  const noticed = await isNoticed(() => recordFaults[fault]!(file, good));
  const trouble = { part, where: 'live record', fault, url: site.url, harmless: true };
  const met = await Promise.all(moments.map((moment) => meetTrouble(site, { ...trouble, moment })));
  // Any command goes on from the newest good record.
  const off = await releaseTool(site, site.siteFolder, 'disable', 'admin');
  const on = await releaseTool(site, site.siteFolder, 'enable', 'admin');
  const rows = await Promise.all(met.map(({ recover }) => recover()));
  if (off.code !== 0) writeFileSync(file, good); // the drill goes on
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

/** Whether the server says that it does not take the record over. That is kept off the drill's own output. */
async function isNoticed(spoil: () => void): Promise<boolean> {
  const print = console.error;
  let noticed = false;
  console.error = (...parts: unknown[]) => {
    if (/not taken over/.test(String(parts[0]))) noticed = true;
    else print(...parts);
  };
  try {
    spoil();
    return await until('the site to notice', async () => noticed).catch(() => false);
  } finally {
    console.error = print;
  }
}
