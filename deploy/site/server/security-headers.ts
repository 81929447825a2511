import { commonDirectives } from '../documents/content-security-policy.ts';

/*
 * The headers of the site, defined once: the Node server sends them, and the settings of nginx and of CDNs are written
 * from them (hosting/nginx/nginx-headers.ts, release/targets/headers-file.ts).
 */

/**
 * Headers of every answer of the site. The policy is that of everything but documents, which send their own instead: a
 * file or an error that is opened as a page loads nothing, runs nothing and is shown in no frame.
 */
export const siteHeaders: Record<string, string> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Headers of every answer over https: from then on the browser never uses plain http. */
export const httpsHeaders: Record<string, string> = {
  'Strict-Transport-Security': 'max-age=31536000',
};

/** Headers of the files of a release, which never change. */
export const releaseFileHeaders: Record<string, string> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
};

/** Browsers revalidate documents each time, so a flip shows at once. */
export const documentCacheControl = 'no-cache';

/** Keeps previews out of caches and search engines. */
export const previewHeaders: Record<string, string> = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
};

/** Status and headers of a document whose remote is disabled: robots and monitors retry after this time. */
export const disabledStatus = 503;
export const disabledHeaders: Record<string, string> = { 'Retry-After': '600' };

/**
 * Headers of every document besides its own Content-Security-Policy.
 * @param requireIntegrity whether scripts without an integrity value are blocked
 */
export function documentHeaders(requireIntegrity: boolean): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': documentCacheControl,
    ...documentSecurityHeaders(requireIntegrity),
  };
}

/** @param requireIntegrity whether scripts without an integrity value are blocked */
export function documentSecurityHeaders(requireIntegrity: boolean): Record<string, string> {
  return {
    ...(requireIntegrity ? { 'Integrity-Policy': 'blocked-destinations=(script)' } : {}),
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'X-Frame-Options': 'DENY',
  };
}

/**
 * The one Content-Security-Policy that a file server sends with all documents and never changes. It allows inline
 * scripts and styles in general, because it can't know the hashes of a document; each document contains its own, strict
 * policy in its head. A browser enforces both, so only what both allow runs.
 * @param backendOrigin origin of the backend, when it is not the site's own
 */
export function fixedContentSecurityPolicy(backendOrigin: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    ...commonDirectives(backendOrigin),
  ].join('; ');
}
