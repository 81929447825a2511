/**
 * Headers of every answer of the API. One that is opened as a page loads nothing, runs nothing and is shown in no frame;
 * the pages of payments have policies of their own. The site's server sends the same: site/server/security-headers.ts.
 */
export const answerHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
