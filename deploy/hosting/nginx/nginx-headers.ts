import {
  documentCacheControl,
  documentSecurityHeaders,
  fixedContentSecurityPolicy,
  httpsHeaders,
  releaseFileHeaders,
  siteHeaders,
  disabledHeaders,
} from '../../site/server/security-headers.ts';

/** Files with `add_header` lines that the nginx configuration includes, by name. */
export function nginxHeaderFiles(backendOrigin: string | null): Record<string, string> {
  const ofDocuments = {
    'Cache-Control': documentCacheControl,
    ...documentSecurityHeaders(true),
    'Content-Security-Policy': fixedContentSecurityPolicy(backendOrigin),
  };
  return {
    'site-headers.conf': lines(siteHeaders, true),
    // Pages of the backend have policies of their own: the map in site.conf adds the site's where there is none.
    'api-headers.conf': lines({ ...siteHeaders, 'Content-Security-Policy': '$ts_api_policy' }, true),
    'https-headers.conf': lines(httpsHeaders, true),
    'document-headers.conf': lines({ ...siteHeaders, ...ofDocuments }, true),
    'switched-off-headers.conf': lines(disabledHeaders, true),
    // Without "always": an answer 404 to a file must not be kept for a year.
    'release-file-headers.conf': lines(siteHeaders, true) + lines(releaseFileHeaders, false),
    'dictionary-headers.conf': lines(
      { Vary: 'Available-Dictionary', 'Use-As-Dictionary': '$ts_use_as_dictionary' },
      false,
    ),
  };
}

function lines(headers: Record<string, string>, onErrorsToo: boolean): string {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}"${onErrorsToo ? ' always' : ''};\n`)
    .join('');
}
