import { readHistory } from '../../site/record/history.ts';
import { readUsableRecord } from '../../site/record/recover-live-record.ts';
import { requireRecord, runningSite, type ReleaseContext } from '../release-context.ts';
import { historyLines } from '../flip/describe-flip.ts';
import { statusLines } from './show-status.ts';
import { readSiteHealth } from '../canary/version-health.ts';

/** `status`: what is live, and its health. */
export async function printStatus(context: ReleaseContext, json: boolean): Promise<void> {
  const { record, error } = readUsableRecord(context.siteFolder);
  const live = requireRecord(record, context);
  const site = runningSite(context);
  const health = await readSiteHealth(context, live);
  if (json) context.say(JSON.stringify({ ...live, error, url: site?.url ?? null, health }, null, 2));
  else for (const line of statusLines(live, error, site, health)) context.say(line);
}

/** `history`: every flip, the newest last. */
export function printHistory(context: ReleaseContext, json: boolean): void {
  const entries = readHistory(context.siteFolder);
  if (json) return context.say(JSON.stringify(entries, null, 2));
  if (entries.length === 0) return context.say(`Nothing was released to ${context.siteFolder} yet.`);
  for (const line of historyLines(entries)) context.say(line);
}
