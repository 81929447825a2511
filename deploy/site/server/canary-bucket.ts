import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const COOKIE = 'ts_bucket';
const BUCKETS = 100;
const THIRTY_DAYS_S = 30 * 24 * 3600;

export interface Bucket {
  /** 0 to 99, the same for 30 days. */
  bucket: number;
  /** Cookie to send; null when the visitor has it already. */
  setCookie: string | null;
}

/** The bucket of a visitor: from their cookie, or a new one at random. Call only while a canary runs. */
export function bucketOf(req: Pick<IncomingMessage, 'headers'>): Bucket {
  const known = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\d{1,2})(?:;|$)`).exec(req.headers.cookie ?? '')?.[1];
  if (known !== undefined) return { bucket: Number(known), setCookie: null };
  const bucket = randomInt(BUCKETS);
  const secure = req.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  const setCookie = `${COOKIE}=${bucket}; Max-Age=${THIRTY_DAYS_S}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  return { bucket, setCookie };
}

/** Buckets below the percentage get the canary: a larger share keeps those who have it already. */
export function getsCanary(bucket: number, percent: number): boolean {
  return bucket < percent;
}
