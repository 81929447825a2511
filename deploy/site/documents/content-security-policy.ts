import { sha256 } from './sha256.ts';
import { sonnerStyleHashes } from './sonner-style-hashes.ts';

export interface PolicyContents {
  /** Inline scripts of the document: its import map, the theme script and the script that captures early input. */
  scripts: string[];
  /** Inline style sheets of the document. */
  styles: string[];
  /** Origin of the backend, when it is not the site's own. */
  backendOrigin: string | null;
}

/**
 * The Content-Security-Policy of one document: only the site's own files and the exact contents of
 * this document may run or style. No string becomes HTML or script (Trusted Types `'none'`).
 */
export function contentSecurityPolicy({ scripts, styles, backendOrigin }: PolicyContents): string {
  const hashes = (texts: string[]) => texts.map((text) => ` '${sha256(text)}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${hashes(scripts)}`,
    `style-src 'self' ${sonnerStyleHashes().join(' ')}${hashes(styles)}`,
    ...commonDirectives(backendOrigin),
  ].join('; ');
}

/**
 * What no document decides for itself, so that every policy of the site says the same. Photos come from the backend; one
 * that waits on a phone is shown from its memory (blob:).
 */
export function commonDirectives(backendOrigin: string | null): string[] {
  const images = backendOrigin ? ` ${backendOrigin}` : '';
  const connections = backendOrigin ? ` ${backendOrigin} ${backendOrigin.replace(/^http/, 'ws')}` : '';
  return [
    `img-src 'self' data: blob:${images}`,
    "font-src 'self'",
    `connect-src 'self'${connections}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
}
