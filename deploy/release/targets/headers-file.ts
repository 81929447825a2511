import {
  documentCacheControl,
  documentSecurityHeaders,
  fixedContentSecurityPolicy,
  httpsHeaders,
  releaseFileHeaders,
  siteHeaders,
} from '../../site/server/security-headers.ts';

/**
 * The file `_headers` that Cloudflare Pages and Netlify read. Both add up the headers of all rules that match a path,
 * so each header is set by one rule only; `! Cache-Control` removes the documents' value from the files that never change.
 */
export function headersFile(backendOrigin: string | null): string {
  const everywhere = {
    ...siteHeaders,
    ...httpsHeaders,
    ...documentSecurityHeaders(true),
    'Content-Security-Policy': fixedContentSecurityPolicy(backendOrigin),
    'Cache-Control': documentCacheControl,
  };
  const unchanging = ['/r/*', '/pages/*'].map((path) => rule(path, releaseFileHeaders, ['Cache-Control']));
  return [rule('/*', everywhere), ...unchanging].join('\n');
}

function rule(path: string, headers: Record<string, string>, without: string[] = []): string {
  const removed = without.map((name) => `  ! ${name}\n`);
  const set = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `${path}\n${removed.join('')}${set.join('')}`;
}
