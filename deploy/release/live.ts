import type { Registry } from '@twostroke/shared/contracts/registry';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The record of what is live in a site folder (`live.json`): written last, by rename. */
export interface Live {
  schema: 1;
  /** The shell's release. */
  shell: { version: string; js: string[]; css: string[]; fontPreload: string | null; icon: string | null };
  registry: Registry;
  /** Integrity of every script of every live release, by its address; goes into the import map. */
  integrity: Record<string, string>;
}

export function readLive(siteFolder: string): Live {
  return JSON.parse(readFileSync(join(siteFolder, 'live.json'), 'utf8')) as Live;
}
