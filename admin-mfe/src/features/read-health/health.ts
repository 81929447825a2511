import { callRpc } from '@twostroke/shared/data';

/** One version of an app, as its visitors met it. */
export interface VersionHealth {
  app: string;
  /** `1.0.0-1a2b3c4d` */
  version: string;
  /** Whether some of these visitors were served as a canary. */
  canary: boolean;
  /** Page loads in which the app took part. */
  visits: number;
  errors: number;
  /** Errors per visit; null without a visit. */
  error_rate: number | null;
  /** Milliseconds; three of four visits were at least as fast. Null when nobody measured. */
  lcp_p75: number | null;
  /** Milliseconds */
  inp_p75: number | null;
  /** A score without a unit. */
  cls_p75: number | null;
  /** ISO 8601 */
  last_seen: string;
}

/** The same error of the same version, counted. */
export interface SeenError {
  app: string;
  version: string;
  /** Its class, e.g. `TypeError`. */
  name: string;
  message: string | null;
  count: number;
  /** Id of the route it was last seen at, e.g. `catalog:bike`. */
  route: string | null;
  /** ISO 8601 */
  last_seen: string;
}

export interface Health {
  /** How far back it reaches. */
  hours: number;
  apps: VersionHealth[];
  /** The latest first. */
  errors: SeenError[];
}

/** What browsers reported in the last hours. @throws AppError */
export async function readHealth(hours: number): Promise<Health> {
  return (await callRpc('client_health', { hours })) as unknown as Health;
}
