import { setTimeout as pause } from 'node:timers/promises';
import { healthSource } from '../canary/health-source.ts';
import { readHistory } from '../../site/record/history.ts';
import type { Canary } from '../../site/record/live-record.ts';
import { readUsableRecord } from '../../site/record/recover-live-record.ts';
import { Rejection, sentencesOf } from '../rejection.ts';
import type { ReleaseContext } from '../release-context.ts';
import { describeFlip } from '../flip/describe-flip.ts';
import { nameOfSite } from '../../site/telemetry/announce-live.ts';
import { visitorReports, type VisitorReports } from '../canary/visitor-reports.ts';
import { CHECK_INTERVAL_MS, checkCanary } from '../canary/watch-canary.ts';

/** The pause doubles after each failure, up to this. */
const LONGEST_PAUSE_MS = 300_000;

/**
 * Checks the canary repeatedly, until it has ended, here or elsewhere, or is promoted. At a target it fetches the live
 * record each time. A target that has answered once may be unavailable for a while.
 * @param options for tests: who reads the reports, and who waits between two checks
 * @throws Rejection when the canary exceeded its budget or was silent and has ended, or its reports can't be read at all
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
    async health(...asked) {
      const health = await read.health(...asked);
      hasRead = true;
      return health;
    },
  };
  for (;;) {
    try {
      const look = isSame(watched, runningCanary(context)) ? await checkCanary(context, reports) : null;
      if (!look) return say(endOf(context, watched));
      const { sentence } = look.judgement;
      if (look.hasEnded) throw new CanaryEnded(sentence, `The canary of ${watched.app} has ended.`);
      if (failures > 0) say('It answers again.');
      if (sentence !== said) say((said = sentence));
      failures = 0;
    } catch (failure) {
      if (!hasRead || failure instanceof CanaryEnded) throw failure;
      failures += 1;
      sayFailure(context, failure, failures);
    }
    await nextRound();
  }

  /** Waits and fetches the live record of the target, until the target answers. */
  async function nextRound(): Promise<void> {
    for (;;) {
      await wait(pauseAfter(failures));
      try {
        await context.pullLive?.();
        return;
      } catch (failure) {
        failures += 1;
        sayFailure(context, failure, failures);
      }
    }
  }
}

/** Thrown when the canary was judged and has ended: the watch is over and has not failed. */
class CanaryEnded extends Rejection {}

function pauseAfter(failures: number): number {
  return Math.min(CHECK_INTERVAL_MS * 2 ** failures, LONGEST_PAUSE_MS);
}

function sayFailure({ say }: ReleaseContext, failure: unknown, failures: number): void {
  const seconds = pauseAfter(failures) / 1000;
  say(`${sentencesOf(failure).join(' ')} The canary continues unwatched; the next check is in ${seconds} s.`);
}

function runningCanary({ siteFolder }: ReleaseContext): Canary | null {
  return readUsableRecord(siteFolder).record?.canary ?? null;
}

function isSame({ app, version }: Canary, other: Canary | null | undefined): boolean {
  return other?.app === app && other.version === version;
}

/** How the canary ended, according to the history. */
function endOf(context: ReleaseContext, watched: Canary): string {
  const history = readHistory(context.siteFolder);
  const end = history[history.findLastIndex(({ record }) => isSame(watched, record.canary)) + 1];
  const how = end ? ` (flip ${end.record.sequence}, by ${end.by}): ${describeFlip(end)}` : '.';
  const next = runningCanary(context);
  const another = next ? ` Another canary runs, ${next.app} ${next.version}: run watch again for it.` : '';
  return `The canary ${watched.version} of ${watched.app} has ended elsewhere${how}${another}`;
}

/** @throws Rejection when there is no key that may read the reports */
function reportsOf(context: ReleaseContext): VisitorReports {
  const { source, missing } = healthSource(context);
  if (source) return visitorReports(source, nameOfSite(context.siteFolder, context.siteOrigin));
  throw new Rejection(`A canary is judged by what visitors' browsers report. ${missing}`);
}
