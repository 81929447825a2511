import { array, boolean, nullable, number, object, string, type InferOutput } from 'valibot';
import { instant } from './fields.ts';

/** One version of an app, as its visitors experienced it. */
const versionHealth = object({
  app: string(),
  /** `1.0.0-1a2b3c4d` */
  version: string(),
  /** Whether some of these visitors were served as a canary. */
  canary: boolean(),
  /** Page loads in which the app took part. */
  visits: number(),
  errors: number(),
  /** Errors per visit; null without a visit. */
  error_rate: nullable(number()),
  /** Milliseconds; three of four visits were at least as fast. Null without measurements. */
  lcp_p75: nullable(number()),
  /** Milliseconds */
  inp_p75: nullable(number()),
  /** A score without a unit. */
  cls_p75: nullable(number()),
  last_seen: instant,
});

/** The same error of the same version, with its count. */
const seenError = object({
  app: string(),
  version: string(),
  /** Its class, e.g. `TypeError`. */
  name: string(),
  message: nullable(string()),
  count: number(),
  /** Id of the route it was last seen at, e.g. `catalog:bike`. */
  route: nullable(string()),
  /** The newest failed call behind it: the backend's log names it too. */
  request_id: nullable(string()),
  last_seen: instant,
});

/** The reports by which a canary is judged: of each day the network address with the most errors is left out. */
export const versionReports = object({
  version: string(),
  visits: number(),
  errors: number(),
  /** Network addresses that reported errors, without the one that is left out, on the day that had most of them. */
  failing_addresses: number(),
});

/** What browsers reported in the last hours. */
export const health = object({
  /** The period in hours. */
  hours: number(),
  apps: array(versionHealth),
  /** The latest first. */
  errors: array(seenError),
});

export type VersionHealth = InferOutput<typeof versionHealth>;
export type SeenError = InferOutput<typeof seenError>;
export type Health = InferOutput<typeof health>;
