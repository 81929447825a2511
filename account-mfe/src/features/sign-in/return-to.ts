import { paths } from '@twostroke/shared/contracts/paths';

/** Stands for this site while an address is taken apart; nothing is ever sent to it. */
const here = 'https://this-site.invalid';

/**
 * Where to go after sign-in: the page that was asked for when it is one of this site, else the bookings. The value comes
 * from the address bar, so anybody can write it: an address that a browser could read as another site is not followed.
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
  // The parser drops tabs and resolves dots, so what it made of the text is checked, not the text.
  if (url.origin !== here || /^\/[/\\]/.test(url.pathname)) return null;
  if (url.pathname === paths.auth()) return null;
  return url.pathname + url.search + url.hash;
}
