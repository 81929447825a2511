import { readHistory, type HistoryEntry } from './history.ts';
import { judgeCanary, silence, type Judgement, type VisitsOfShare } from './judge-canary.ts';
import type { Canary, LiveRecord } from './live-record.ts';
import { sentencesOf } from './refusal.ts';
import { readUsableRecord } from './recover-live-record.ts';
import type { ReleaseContext } from './release-context.ts';
import { endJudgedCanary } from './steer-canary.ts';
import type { VisitorReports } from './visitor-reports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3600_000;
/** The longest time that reports are asked for: 30 days. */
const MOST_HOURS = 720;

export interface CanaryLook {
  canary: Canary;
  judgement: Judgement;
  hasEnded: boolean;
}

/**
 * Looks at the running canary once, and ends it when it is over its error budget or silent.
 * @returns null when no canary runs
 * @throws Error when the reports can't be read; the canary goes on
 */
export async function lookAtCanary(context: ReleaseContext, reports: VisitorReports): Promise<CanaryLook | null> {
  const { siteFolder } = context;
  const { record } = readUsableRecord(siteFolder);
  if (!record?.canary) return null;
  const { canary, apps } = record;
  const history = readHistory(siteFolder);
  const health = await reports.health(hoursSince(startOf(history, record, isSameVersion)));
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
  if (!stableVersion || Date.now() - since.getTime() < silence.minutes * MINUTE_MS) return null;
  const [canary, stable] = await Promise.all([
    reports.visits(app, version, since),
    reports.visits(app, stableVersion, since),
  ]);
  return { canary, stable };
}

/** @throws Error when the canary goes on; what went wrong after its end is only said */
async function endNow(context: ReleaseContext, canary: Canary, reason: string): Promise<void> {
  try {
    await endJudgedCanary({ ...context, startedAt: Date.now() }, canary, reason);
  } catch (failure) {
    if (readUsableRecord(context.siteFolder).record?.canary) throw failure;
    for (const sentence of sentencesOf(failure)) context.say(sentence);
  }
}

/** Since when the canary of the live record has been the same, whatever else was flipped. */
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

function hoursSince(time: string): number {
  return Math.min(MOST_HOURS, Math.max(1, Math.ceil((Date.now() - Date.parse(time)) / HOUR_MS)));
}
