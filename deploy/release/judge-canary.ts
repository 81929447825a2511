/** What visitors' browsers reported of one version, in the time that is looked at. */
export interface VersionHealth {
  app: string;
  version: string;
  /** Page loads in which the app took part. */
  visits: number;
  errors: number;
}

/** Reads the reports of the last hours. Rejects when they can't be read. */
export type ReadHealth = (hours: number) => Promise<VersionHealth[]>;

/** When a canary is over its budget. */
export const errorBudget = {
  /** Fewer visits prove nothing. */
  minimumVisits: 50,
  /** Errors per visit that are always allowed. */
  errorRate: 0.02,
  /** How many times the errors per visit of the stable version are allowed. */
  timesStable: 2,
};

export interface Judgement {
  verdict: 'too-early' | 'within' | 'over';
  /** The figures, for people. */
  sentence: string;
}

/** Whether a canary keeps its error budget beside the stable version. */
export function judgeCanary(
  health: VersionHealth[],
  canary: { app: string; version: string },
  stableVersion: string | undefined,
): Judgement {
  const of = (version: string | undefined) =>
    health.find((row) => row.app === canary.app && row.version === version) ?? { visits: 0, errors: 0 };
  const own = of(canary.version);
  const stable = of(stableVersion);
  const name = `The canary ${canary.version} of ${canary.app}`;
  if (own.visits < errorBudget.minimumVisits)
    return {
      verdict: 'too-early',
      sentence: `${name} has had ${own.visits} visits; ${errorBudget.minimumVisits} are needed to judge it.`,
    };
  const rate = own.errors / own.visits;
  const stableRate = stable.visits > 0 ? stable.errors / stable.visits : 0;
  const isOver = rate > errorBudget.errorRate && rate > errorBudget.timesStable * stableRate;
  return {
    verdict: isOver ? 'over' : 'within',
    sentence: `${name} has ${percent(rate)} errors per visit in ${own.visits} visits, the stable version ${percent(stableRate)}: ${isOver ? 'over' : 'within'} the budget.`,
  };
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}
