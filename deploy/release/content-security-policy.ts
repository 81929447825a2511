import { createHash } from 'node:crypto';
import { sonnerStyleHashes } from './sonner-style-hashes.ts';

export interface PolicyContents {
  /** Inline scripts that the document holds: its import map, what sets the theme and what keeps early input. */
  scripts: string[];
  /** Inline style sheets that the document holds. */
  styles: string[];
  /** Origin of the backend, when it is not the site's own. */
  backendOrigin: string | null;
}

/**
 * The Content-Security-Policy of one document: nothing runs or styles but the site's own files and exactly what this
 * document holds. No string becomes HTML or script (Trusted Types `'none'`).
 */
export function contentSecurityPolicy({ scripts, styles, backendOrigin }: PolicyContents): string {
  const connect = backendOrigin ? ` ${backendOrigin} ${backendOrigin.replace(/^http/, 'ws')}` : '';
  const hashes = (texts: string[]) => texts.map((text) => ` '${sha256(text)}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${hashes(scripts)}`,
    `style-src 'self' ${sonnerStyleHashes().join(' ')}${hashes(styles)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

export function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
