import type { Document } from '../documents/assemble-document.ts';

const CHARSET = '<meta charset="utf-8">';
/** Directives that browsers ignore in a document and warn about; the server's header contains them. */
const HEADER_ONLY = ['frame-ancestors', 'report-uri', 'report-to', 'sandbox'];

/**
 * The HTML of a document that carries its own security policy, for servers that can't send one per document. The policy
 * precedes everything that it governs.
 * @throws Error when the document does not begin as expected
 */
export function embedPolicy({ html, contentSecurityPolicy }: Document): string {
  const at = html.indexOf(CHARSET);
  if (at === -1 || /<(script|link|style)/.test(html.slice(0, at)))
    throw new Error('A document must begin with its charset: the security policy goes right behind it.');
  const policy = contentSecurityPolicy
    .split('; ')
    .filter((directive) => !HEADER_ONLY.includes(directive.split(' ')[0]!))
    .join('; ');
  if (policy.includes('"')) throw new Error(`A security policy can't hold a quotation mark: ${policy}`);
  const end = at + CHARSET.length;
  return `${html.slice(0, end)}\n<meta http-equiv="Content-Security-Policy" content="${policy}">${html.slice(end)}`;
}
