import { setTimeout as pause } from 'node:timers/promises';
import { healthSource } from './health-source.ts';
import { readHistory } from './history.ts';
import type { Canary } from './live-record.ts';
import { readUsableRecord } from './recover-live-record.ts';
import { Refusal, sentencesOf } from './refusal.ts';
import type { ReleaseContext } from './release-context.ts';
import { sentenceOf } from './show-status.ts';
import { visitorReports, type VisitorReports } from './visitor-reports.ts';
import { lookAtCanary } from './watch-canary.ts';

/** How often a canary is looked at. */
export const LOOK_EVERY_MS = 30_000;
/** What does not answer is asked after twice as long each time, up to this. */
const LONGEST_PAUSE_MS = 300_000;

/**
 * Looks at the canary again and again, until it has ended, here or elsewhere, or is promoted. At a target what is live
 * there is fetched anew each time. What has answered once may be away for a while.
 * @param options for tests: who reads the reports, and who waits between two looks
 * @throws Refusal when it was over its budget or silent and has been ended, or its reports can't be read at all
 */
export async function watchUntilDone(
  context: ReleaseContext,
  { read = reportsOf(context), wait = pause }: { read?: VisitorReports; wait?(ms: number): Promise<unknown> } = {},
): Promise<void> {
  const { say } = context;
  const watched = runningCanary(context);
  if (!watched) return say('No canary runs.');
  let [said, failures, hasRead] = ['', 0, false];
  const reports: VisitorReports = {
    ...read,
    async health(hours) {
      const health = await read.health(hours);
      hasRead = true;
      return health;
    },
  };
  for (;;) {
    try {
      const look = isSame(watched, runningCanary(context)) ? await lookAtCanary(context, reports) : null;
      if (!look) return say(endOf(context, watched));
      const { sentence } = look.judgement;
      if (look.hasEnded) throw new CanaryEnded(sentence, `The canary of ${watched.app} has ended.`);
      if (failures > 0) say('It answers again.');
      if (sentence !== said) say((said = sentence));
      failures = 0;
    } catch (failure) {
      if (!hasRead || failure instanceof CanaryEnded) throw failure;
      failures += 1;
      tellFailure(context, failure, failures);
    }
    await nextRound();
  }

  /** Waits, and fetches what is live at the target; until that answers. */
  async function nextRound(): Promise<void> {
    for (;;) {
      await wait(pauseAfter(failures));
      try {
        await context.pullLive?.();
        return;
      } catch (failure) {
        failures += 1;
        tellFailure(context, failure, failures);
      }
    }
  }
}

/** It was judged and has ended: the end of the watch, and no failure of what was asked. */
class CanaryEnded extends Refusal {}

function pauseAfter(failures: number): number {
  return Math.min(LOOK_EVERY_MS * 2 ** failures, LONGEST_PAUSE_MS);
}

function tellFailure({ say }: ReleaseContext, failure: unknown, failures: number): void {
  const seconds = pauseAfter(failures) / 1000;
  say(`${sentencesOf(failure).join(' ')} The canary goes on, unwatched: looking again in ${seconds} s.`);
}

function runningCanary({ siteFolder }: ReleaseContext): Canary | null {
  return readUsableRecord(siteFolder).record?.canary ?? null;
}

function isSame({ app, version }: Canary, other: Canary | null | undefined): boolean {
  return other?.app === app && other.version === version;
}

/** What became of the canary, as far as the history tells. */
function endOf(context: ReleaseContext, watched: Canary): string {
  const history = readHistory(context.siteFolder);
  const end = history[history.findLastIndex(({ record }) => isSame(watched, record.canary)) + 1];
  const how = end ? ` (flip ${end.record.sequence}, by ${end.by}): ${sentenceOf(end)}` : '.';
  const next = runningCanary(context);
  const another = next ? ` Another canary runs, ${next.app} ${next.version}: run watch again for it.` : '';
  return `The canary ${watched.version} of ${watched.app} has ended elsewhere${how}${another}`;
}

/** @throws Refusal when there is no key that may read the reports */
function reportsOf(context: ReleaseContext): VisitorReports {
  const { source, missing } = healthSource(context);
  if (source) return visitorReports(source);
  throw new Refusal(`A canary is judged by what visitors' browsers report. ${missing}`);
}
