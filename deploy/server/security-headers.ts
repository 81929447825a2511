/**
 * Headers of every document besides its own Content-Security-Policy.
 * @param requireIntegrity whether scripts without an integrity value are refused
 */
export function documentHeaders(requireIntegrity: boolean): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    ...(requireIntegrity ? { 'Integrity-Policy': 'blocked-destinations=(script)' } : {}),
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

/** Headers of every answer of the site. */
export const siteHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
