import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { sha256 } from './sha256.ts';

let cached: string[] | null = null;

/**
 * CSP hashes of the one inline style sheet that sonner injects: empty, as it is inserted, and filled. Read from the
 * installed library, so that an update can't leave a stale hash.
 */
export function sonnerStyleHashes(): string[] {
  if (cached) return cached;
  const dist = dirname(createRequire(import.meta.url).resolve('sonner'));
  const source = readFileSync(join(dist, 'index.mjs'), 'utf8');
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1];
  if (!literal)
    throw new Error('The installed sonner no longer injects its style sheet the way the security policy allows.');
  cached = ['', JSON.parse(literal) as string].map((text) => `'${sha256(text)}'`);
  return cached;
}
