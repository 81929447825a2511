/** The smallest share that the database accepts: one visit would represent 10,000. */
const LEAST = 0.0001;

/**
 * Share of page loads that report their visit and measurements, as `TWOSTROKE_REPORT_SHARE` says: all without it. At 0
 * tabs report nothing, not even errors.
 * @throws Error with a sentence that names what is wrong
 */
export function readReportShare(env: NodeJS.ProcessEnv): number {
  const text = env.TWOSTROKE_REPORT_SHARE?.trim();
  if (!text) return 1;
  const share = Number(text);
  if (share === 0 || (share >= LEAST && share <= 1)) return share;
  throw new Error(`TWOSTROKE_REPORT_SHARE must be 0 or a number from ${LEAST} to 1, e.g. 0.25, not ${text}`);
}

/**
 * The share that documents name. While a canary runs, all visits of both sets are reported, because a canary is judged
 * by few visits and in comparison with the stable version. 0 stays 0.
 */
export function shareBesideCanary(share: number, canaryRuns: boolean): number {
  return canaryRuns && share > 0 ? 1 : share;
}
