import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is live in a site folder (`live.json`): the one small file that a flip changes, last and by rename. */
export interface LiveRecord {
  schema: 2;
  /** Counts flips, so that two teams who flip at once notice each other. */
  sequence: number;
  /** Live version of each app. */
  apps: Record<string, string>;
  /** A version that part of the visitors get instead. */
  canary: { app: string; version: string; percent: number } | null;
  /** Remotes that are switched off: their pages say so, and no file of them is fetched. */
  disabled: string[];
  /** ISO time and author of the last flip. */
  flippedAt: string;
  flippedBy: string;
}

/** The live record, or null where nothing was released yet. */
export function readLiveRecord(siteFolder: string): LiveRecord | null {
  const file = join(siteFolder, 'live.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LiveRecord) : null;
}

/** Writes by rename: a reader sees the old record or the new one, never half of it. */
export function writeLiveRecord(siteFolder: string, record: LiveRecord): void {
  // Two processes may write in one folder (tests share theirs): each writes a file of its own.
  const next = join(siteFolder, `live.json.${process.pid}.next`);
  writeFileSync(next, `${JSON.stringify(record, null, 2)}\n`);
  renameSync(next, join(siteFolder, 'live.json'));
}
