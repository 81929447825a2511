/**
 * The page of the site on which a link is pressed; opening it changes nothing. The secret is in the fragment, which
 * browsers send to no server, so no log has it and scanners of mails leave it alone.
 */
export function mailLinkPage(page: string, kind: string, secret: string): string {
  const { origin, pathname, search } = new URL(page);
  const fragment = new URLSearchParams({ link: secret, type: kind, next: pathname + search });
  return `${origin}/auth#${fragment}`;
}
