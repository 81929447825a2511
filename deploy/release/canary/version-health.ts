import { readHealth, type AppHealth } from '../../site/telemetry/read-health.ts';
import { healthSource } from './health-source.ts';
import type { LiveRecord } from '../../site/record/live-record.ts';
import type { ReleaseContext } from '../release-context.ts';

/** The default period of the admins' health page. */
const HOURS = 24;

/** Reported health of a version. */
export interface CohortHealth extends Pick<AppHealth, 'app' | 'version' | 'visits' | 'errors' | 'errorRate'> {
  /** The visitors who get it now; `former`: none any more, but it was reported in the period. */
  is: 'stable' | 'canary' | 'former';
}

/** The reports of visitors' browsers in the last hours, or the reason why they are unknown. */
export interface SiteHealth {
  hours: number;
  /** In the order of the live record; for each app the stable version first. */
  versions: CohortHealth[];
  /** One sentence; null when the figures are known. */
  missing: string | null;
}

/**
 * The error rate of every version that is live or was reported lately. Never throws: what is live is known without it.
 */
export async function readSiteHealth(context: ReleaseContext, record: LiveRecord): Promise<SiteHealth> {
  const { source, missing } = healthSource(context);
  if (!source) return { hours: HOURS, versions: [], missing };
  try {
    return { hours: HOURS, versions: versionsOf(await readHealth(source, HOURS), record), missing: null };
  } catch (failure) {
    return { hours: HOURS, versions: [], missing: sentenceOf(failure, source.url) };
  }
}

/** Live versions are listed without visits too: their absence is information. */
function versionsOf(health: AppHealth[], { apps, canary }: LiveRecord): CohortHealth[] {
  const isOf = (app: string, version: string): CohortHealth['is'] => {
    if (canary?.app === app && canary.version === version) return 'canary';
    return apps[app] === version ? 'stable' : 'former';
  };
  const live = [...Object.entries(apps), ...(canary ? [[canary.app, canary.version] as const] : [])];
  const unmet = live
    .filter(([app, version]) => !health.some((row) => row.app === app && row.version === version))
    .map(([app, version]) => ({ app, version, visits: 0, errors: 0, errorRate: null }));
  const names = Object.keys(apps);
  const order = (app: string): number => (names.includes(app) ? names.indexOf(app) : names.length);
  const ranks = ['stable', 'canary', 'former'];
  return [...health, ...unmet]
    .map(({ app, version, visits, errors, errorRate }) => {
      return { app, version, is: isOf(app, version), visits, errors, errorRate };
    })
    .sort((one, other) => order(one.app) - order(other.app) || ranks.indexOf(one.is) - ranks.indexOf(other.is));
}

function sentenceOf(failure: unknown, url: string): string {
  const reason = failure instanceof Error ? failure.message : String(failure);
  if (/answered 40[13]/.test(reason)) return `${reason} The key must be the service role's.`;
  return reason.startsWith('The backend answered') ? reason : `The backend ${url} does not answer.`;
}
