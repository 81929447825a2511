import { paths } from '@twostroke/shared/contracts/paths';

/** Base for parsing relative addresses of this site; nothing is ever sent to it. */
const here = 'https://this-site.invalid';

/**
 * Where to go after sign-in: the requested page when it belongs to this site, else the bookings. Anyone can write the
 * value into a link, so an address that a browser could read as another site is ignored.
 */
export function returnPath(wanted: string | null): string {
  return samePagePath(wanted ?? '') ?? paths.myBookings();
}

function samePagePath(wanted: string): string | null {
  if (!/^\/(?![/\\])/.test(wanted)) return null;
  let url: URL;
  try {
    url = new URL(wanted, here);
  } catch {
    return null;
  }
  // The parser drops tabs and resolves dots, so its result is checked, not the text.
  if (url.origin !== here || /^\/[/\\]/.test(url.pathname)) return null;
  if (url.pathname === paths.auth()) return null;
  return url.pathname + url.search + url.hash;
}
