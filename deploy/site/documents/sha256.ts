import { createHash } from 'node:crypto';

/** The hash of an inline script or style sheet, as a security policy names it. */
export function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
