import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserBackend } from '../assemble-document.ts';

/** File of a generation that says which releases and settings its documents hold. */
export const MADE_FROM = 'made-from.json';

export type Cohort = 'stable' | 'canary';

export interface MadeFrom {
  /** Name of the combination of releases that each set of documents shows. */
  releases: [Cohort, string][];
  /** What documents say about the backend. */
  backend: BrowserBackend;
  /** Public origin of the site. */
  origin: string;
  /** Share of page loads that report their visit while no canary runs; left out: all. */
  reportShare?: number;
}

/** @param generation its folder */
export function readMadeFrom(generation: string): MadeFrom | null {
  const file = join(generation, MADE_FROM);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MadeFrom) : null;
}
