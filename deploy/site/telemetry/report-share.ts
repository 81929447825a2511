/** The least the database accepts: a visit that represents more than 10,000 says nothing. */
const LEAST = 0.0001;

/**
 * Share of page loads that report their visit and measurements, as `TWOSTROKE_REPORT_SHARE` says: all without it. At 0
 * tabs report nothing at all, errors neither.
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
 * What documents name as their share. While a canary runs all visits of both sets count: a canary is judged by few, and
 * by so many times the errors of the stable version. 0 stays 0.
 */
export function shareBesideCanary(share: number, canaryRuns: boolean): number {
  return canaryRuns && share > 0 ? 1 : share;
}
