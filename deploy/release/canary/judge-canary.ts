import type { Canary } from '../../site/record/live-record.ts';
import type { VersionReports } from '../../site/telemetry/read-health.ts';

/** The reports of visitors' browsers about one version of an app in the period. */
export interface VersionErrors extends VersionReports {
  app: string;
}

/** When a canary is over its budget. */
export const errorBudget = {
  /** A canary with fewer visits is not judged. */
  minimumVisits: 50,
  /** Errors per visit that are always allowed. */
  errorRate: 0.02,
  /** How many times the errors per visit of the stable version are allowed. */
  timesStable: 2,
  /** Network addresses that must have reported errors before a canary ends: a stranger can send errors from a few. */
  minimumAddresses: 3,
};

/**
 * When a canary is silent: one that fails before it can report has neither visits nor errors. Visitors are assigned to
 * the two versions at random, so the stable version's visits imply how many the canary should have. By the binomial
 * distribution these figures end one healthy canary in 10^20 at the worst share, 50 %; one in 100,000 when every
 * visitor comes five times, always in the same bucket.
 */
export const silenceTest = {
  /** Tabs from before the canary report the stable version only, and documents may reach a target later. */
  minutes: 10,
  /**
   * Expected visits of the canary, and reported visits of the stable version, before it is judged. One network address
   * weighs 20 visits a day at most, so they are of several.
   */
  minimumVisits: 100,
  /** Share of the expected visits below which it is silent. */
  leastShare: 0.1,
};

/** Visits reported since the canary was given its present share of the visitors. */
export interface VisitsOfShare {
  canary: number;
  stable: number;
}

export interface Judgement {
  verdict: 'too-early' | 'within' | 'over' | 'silent';
  /** The figures, for people. */
  sentence: string;
}

/**
 * Whether a canary reports at all, and stays within its error budget compared with the stable version.
 * @param visitsOfShare null while its share is too young to judge silence
 */
export function judgeCanary(
  health: VersionErrors[],
  canary: Canary,
  stableVersion: string | undefined,
  visitsOfShare: VisitsOfShare | null,
): Judgement {
  const of = (version: string | undefined) =>
    health.find((row) => row.app === canary.app && row.version === version) ?? noReports;
  const own = of(canary.version);
  const stable = of(stableVersion);
  const name = `The canary ${canary.version} of ${canary.app}`;
  const silent = visitsOfShare && silenceOf(visitsOfShare, canary.percent);
  if (silent) return { verdict: 'silent', sentence: `${name} is silent: ${silent}` };
  if (own.visits < errorBudget.minimumVisits)
    return {
      verdict: 'too-early',
      sentence: `${name} has had ${own.visits} visits; ${errorBudget.minimumVisits} are needed to judge it.`,
    };
  const rate = own.errors / own.visits;
  const stableRate = stable.visits > 0 ? stable.errors / stable.visits : 0;
  const isOver = rate > errorBudget.errorRate && rate > errorBudget.timesStable * stableRate;
  const figures = `${name} has ${inPercent(rate)} errors per visit in ${own.visits} visits, the stable version ${inPercent(stableRate)}`;
  if (isOver && own.failingAddresses < errorBudget.minimumAddresses)
    return {
      verdict: 'too-early',
      sentence: `${figures}. Too few network addresses report errors to end it: ${own.failingAddresses}, and ${errorBudget.minimumAddresses} are needed.`,
    };
  return {
    verdict: isOver ? 'over' : 'within',
    sentence: `${figures}: ${isOver ? 'over' : 'within'} the budget.`,
  };
}

const noReports = { visits: 0, errors: 0, failingAddresses: 0 };

/**
 * The figures of a silent canary; null for one that reports, or when the stable version has too few visits to compare.
 */
function silenceOf({ canary, stable }: VisitsOfShare, percent: number): string | null {
  const expected = Math.round((stable * percent) / (100 - percent)); // a live record allows 99 % at most
  if (Math.min(expected, stable) < silenceTest.minimumVisits || canary >= silenceTest.leastShare * expected)
    return null;
  return `its ${percent} % of the visitors should have had about ${expected} visits (the stable version had ${stable}) and reported ${canary}. It may fail before it can report.`;
}

function inPercent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}
