import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * The header by which the site's own server is known when it reads what it makes pages from. On Supabase the database
 * looks at it too (guard.before_request). It opens nothing: row-level security sees a visitor.
 */
export const SITE_KEY_HEADER = 'x-twostroke-site-key';

/** A key that nobody can guess, for as long as this process runs. */
export function createSiteKey(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a request carries the key. */
export function hasSiteKey({ headers }: Pick<IncomingMessage, 'headers'>, siteKey: string): boolean {
  const given = Buffer.from(String(headers[SITE_KEY_HEADER] ?? ''));
  const expected = Buffer.from(siteKey);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
