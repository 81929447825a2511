import { isLocalOrigin } from '../gateway/cross-origin.ts';

/**
 * The address to which a link in a mail may redirect: the requested page when it belongs to this site (or, on a local
 * site, to a development server on this machine), else the site's root. The fragment is removed, because it carries the
 * session.
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
