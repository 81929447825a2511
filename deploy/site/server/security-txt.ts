/**
 * Where to report a weakness of the site (RFC 9116). It expires a year after the month it is made in: a server makes it
 * for each request, a release writes it anew.
 */
export function securityText(origin: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 1));
  return [
    `Contact: ${origin}/contact`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en, hi, mr',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
