import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * The header that identifies the site's own server when it reads data for prerendering. On Supabase the database checks
 * it too (guard.before_request). It grants no rights: row-level security sees a visitor.
 */
export const SITE_KEY_HEADER = 'x-twostroke-site-key';

/** A random key that is valid while this process runs. */
export function createSiteKey(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a request carries the key. */
export function hasSiteKey({ headers }: Pick<IncomingMessage, 'headers'>, siteKey: string): boolean {
  const given = Buffer.from(String(headers[SITE_KEY_HEADER] ?? ''));
  const expected = Buffer.from(siteKey);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
