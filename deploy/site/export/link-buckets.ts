import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Buckets that visitors are assigned to; a canary of 5 % gets the first five. */
const BUCKETS = 100;

/**
 * Links each bucket to its documents. The server assigns visitors to buckets; all links change atomically, with the
 * generation.
 */
export function linkBuckets(generation: string, canaryPercent: number): void {
  mkdirSync(join(generation, 'buckets'));
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    symlinkSync(`../${bucket < canaryPercent ? 'canary' : 'stable'}`, join(generation, 'buckets', String(bucket)));
}
