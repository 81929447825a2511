import { isLocalOrigin } from '../gateway/cross-origin.ts';

/**
 * Where a link from a mail may lead: the requested page when it belongs to this site (or, while the site runs on this
 * machine, of a development server here), else the site's root. Without its fragment, because the session is passed
 * there.
 */
export function redirectAddress(requested: string | null | undefined, siteUrl: string): string {
  if (!requested) return siteUrl;
  try {
    const wanted = new URL(requested);
    const site = new URL(siteUrl);
    const isWeb = wanted.protocol === 'http:' || wanted.protocol === 'https:';
    const isOurs = wanted.origin === site.origin || (isLocalOrigin(site.origin) && isLocalOrigin(wanted.origin));
    if (!isWeb || !isOurs || wanted.username || wanted.password) return siteUrl;
    wanted.hash = '';
    return wanted.href;
  } catch {
    return siteUrl;
  }
}
