import { readHistory, type HistoryEntry } from '../../site/record/history.ts';
import { judgeCanary, silenceTest, type Judgement, type VisitsOfShare } from './judge-canary.ts';
import type { Canary, LiveRecord } from '../../site/record/live-record.ts';
import { sentencesOf } from '../rejection.ts';
import { readUsableRecord } from '../../site/record/recover-live-record.ts';
import type { ReleaseContext } from '../release-context.ts';
import { endJudgedCanary } from './steer-canary.ts';
import type { VisitorReports } from './visitor-reports.ts';

/** How often a running canary is checked. */
export const CHECK_INTERVAL_MS = 30_000;
const MINUTE_MS = 60_000;

export interface CanaryCheck {
  canary: Canary;
  judgement: Judgement;
  hasEnded: boolean;
}

/**
 * Checks the running canary once, and ends it when it exceeds its error budget or reports nothing.
 * @returns null when no canary runs
 * @throws Error when the reports can't be read; the canary continues
 */
export async function checkCanary(context: ReleaseContext, reports: VisitorReports): Promise<CanaryCheck | null> {
  const { siteFolder } = context;
  const { record } = readUsableRecord(siteFolder);
  if (!record?.canary) return null;
  const { canary, apps } = record;
  await reports.announce(record);
  const history = readHistory(siteFolder);
  const versions = [canary.version, apps[canary.app]].filter((version) => version !== undefined);
  const health = await reports.health(canary.app, versions, new Date(startOf(history, record, isSameVersion)));
  const visits = await visitsOfShare(reports, record, canary, startOf(history, record, isSameShare));
  const judgement = judgeCanary(health, canary, apps[canary.app], visits);
  const hasEnded = judgement.verdict === 'over' || judgement.verdict === 'silent';
  if (hasEnded) await endNow(context, canary, judgement.sentence);
  return { canary, judgement, hasEnded };
}

async function visitsOfShare(
  reports: VisitorReports,
  { apps }: LiveRecord,
  { app, version }: Canary,
  start: string,
): Promise<VisitsOfShare | null> {
  const since = new Date(start);
  const stableVersion = apps[app];
  if (!stableVersion || Date.now() - since.getTime() < silenceTest.minutes * MINUTE_MS) return null;
  const [canary, stable] = await Promise.all([
    reports.visits(app, version, since),
    reports.visits(app, stableVersion, since),
  ]);
  return { canary, stable };
}

/** @throws Error when the canary continues; failures after its end are only logged */
async function endNow(context: ReleaseContext, canary: Canary, reason: string): Promise<void> {
  try {
    await endJudgedCanary({ ...context, startedAt: Date.now() }, canary, reason);
  } catch (failure) {
    if (readUsableRecord(context.siteFolder).record?.canary) throw failure;
    for (const sentence of sentencesOf(failure)) context.say(sentence);
  }
}

/** When this canary became live, regardless of other flips since. */
function startOf(
  history: HistoryEntry[],
  { canary, flippedAt }: LiveRecord,
  isSame: (earlier: Canary, now: Canary) => boolean,
): string {
  let start = flippedAt;
  for (const { record } of [...history].reverse()) {
    if (!canary || !record.canary || !isSame(record.canary, canary)) break;
    start = record.flippedAt;
  }
  return start;
}

function isSameVersion(earlier: Canary, now: Canary): boolean {
  return earlier.app === now.app && earlier.version === now.version;
}

function isSameShare(earlier: Canary, now: Canary): boolean {
  return isSameVersion(earlier, now) && earlier.percent === now.percent;
}
