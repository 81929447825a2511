import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { writeByRename } from './live-record.ts';

const backendAccess = v.object({ url: v.string(), key: v.string() });

const runningSite = v.object({
  url: v.string(),
  pid: v.number(),
  backend: backendAccess,
  /** Whether it judges canaries: it has the service key that reads visitors' reports. */
  endsCanaries: v.exactOptional(v.boolean()),
  /** JSON file with the `serviceKey` of an embedded backend. Only the owner of the data folder can read it. */
  secretsFile: v.exactOptional(v.string()),
});

/** Address of the backend, and the key of visitors' browsers. */
export type BackendAccess = v.InferOutput<typeof backendAccess>;

/** The site that serves a site folder on this machine, as `npm start` records it in `site.json` beside that folder. */
export type RunningSite = v.InferOutput<typeof runningSite>;

function noteOf(siteFolder: string): string {
  return join(dirname(siteFolder), 'site.json');
}

/** Writes `site.json`, so that the release tool finds this site. Returns a function that removes it. */
export function announceSite(siteFolder: string, site: Omit<RunningSite, 'pid'>): () => void {
  const note: RunningSite = { ...site, pid: process.pid };
  writeByRename(noteOf(siteFolder), `${JSON.stringify(note, null, 2)}\n`);
  return () => {
    if (readNote(siteFolder)?.pid === process.pid) rmSync(noteOf(siteFolder), { force: true });
  };
}

/** The running site of a site folder, or null when none runs. */
export function findRunningSite(siteFolder: string): RunningSite | null {
  const note = readNote(siteFolder);
  return note && isAlive(note.pid) ? note : null;
}

function readNote(siteFolder: string): RunningSite | null {
  try {
    return v.parse(runningSite, JSON.parse(readFileSync(noteOf(siteFolder), 'utf8')));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM'; // it runs, as another user
  }
}
