import { readHistory, type HistoryEntry } from './history.ts';
import { judgeCanary, type Judgement, type ReadHealth } from './judge-canary.ts';
import type { Canary } from './live-record.ts';
import { sentencesOf } from './refusal.ts';
import { readUsableRecord } from './recover-live-record.ts';
import type { ReleaseContext } from './release-context.ts';
import { endCanary } from './steer-canary.ts';

const HOUR_MS = 3600_000;
/** The longest time that reports are asked for: 30 days. */
const MOST_HOURS = 720;

export interface CanaryLook {
  canary: Canary;
  judgement: Judgement;
}

/**
 * Looks at the running canary once, and ends it when it is over its error budget.
 * @returns null when no canary runs
 * @throws Error when the reports can't be read; the canary goes on
 */
export async function lookAtCanary(context: ReleaseContext, readHealth: ReadHealth): Promise<CanaryLook | null> {
  const { siteFolder } = context;
  const { record } = readUsableRecord(siteFolder);
  if (!record?.canary) return null;
  const { canary, apps } = record;
  const health = await readHealth(hoursSince(canaryStart(readHistory(siteFolder), canary, record.flippedAt)));
  const judgement = judgeCanary(health, canary, apps[canary.app]);
  if (judgement.verdict === 'over') await endNow(context, canary);
  return { canary, judgement };
}

/** @throws Error when the canary goes on; what went wrong after its end is only said */
async function endNow(context: ReleaseContext, canary: Canary): Promise<void> {
  try {
    await endCanary({ ...context, startedAt: Date.now() }, canary, 'auto-rollback');
  } catch (failure) {
    if (readUsableRecord(context.siteFolder).record?.canary) throw failure;
    for (const sentence of sentencesOf(failure)) context.say(sentence);
  }
}

/** When the canary that runs began: it may have been given another share since. */
function canaryStart(history: HistoryEntry[], { app, version }: Canary, fallback: string): string {
  let start = fallback;
  for (const { record } of [...history].reverse()) {
    if (record.canary?.app !== app || record.canary.version !== version) break;
    start = record.flippedAt;
  }
  return start;
}

function hoursSince(time: string): number {
  return Math.min(MOST_HOURS, Math.max(1, Math.ceil((Date.now() - Date.parse(time)) / HOUR_MS)));
}
