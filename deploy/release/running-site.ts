import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeByRename } from './live-record.ts';

/** Where the backend answers, and the key that a visitor's browser has. */
export interface BackendAccess {
  url: string;
  key: string;
}

/** The site that serves a site folder on this machine, as `npm start` notes it in `site.json` beside that folder. */
export interface RunningSite {
  url: string;
  pid: number;
  backend: BackendAccess;
}

function noteOf(siteFolder: string): string {
  return join(dirname(siteFolder), 'site.json');
}

/** Lets the release tool find this site. Returns a function that takes the note away again. */
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
    return JSON.parse(readFileSync(noteOf(siteFolder), 'utf8')) as RunningSite;
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
