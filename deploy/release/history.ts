import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { liveRecordFaults, type LiveRecord } from './live-record.ts';

export type FlipAction =
  | 'start'
  | 'release'
  | 'canary'
  | 'canary-ended'
  | 'promote'
  | 'rollback'
  | 'disable'
  | 'enable'
  | 'auto-rollback'
  | 'preview'
  | 'preview-ended'
  | 'not-seen';

/** One flip, as `history.jsonl` keeps it: a line each, the oldest first. */
export interface HistoryEntry {
  /** ISO time. */
  at: string;
  by: string;
  action: FlipAction;
  app: string;
  /** Commit the new version was built from, when that is known. */
  commit: string | null;
  /** Version before and after; the same for a remote that was switched off or on. Of a preview: the live one, its own. */
  from: string | null;
  to: string | null;
  /** How long the command took until the flip; of `not-seen`: until it gave up. */
  seconds: number;
  /** Of `not-seen`: why visitors do not get what the flip before made live. */
  fault?: string;
  /** Of `auto-rollback`: what was seen, in a sentence. */
  reason?: string;
  /** The live record that this flip wrote. */
  record: LiveRecord;
}

function historyFile(siteFolder: string): string {
  return join(siteFolder, 'history.jsonl');
}

export function appendHistory(siteFolder: string, entry: HistoryEntry): void {
  appendFileSync(historyFile(siteFolder), `${JSON.stringify(entry)}\n`);
}

/** All flips, the oldest first. Lines that a crash left unfinished are passed over. */
export function readHistory(siteFolder: string): HistoryEntry[] {
  return existsSync(historyFile(siteFolder)) ? parseHistory(readFileSync(historyFile(siteFolder), 'utf8')) : [];
}

/** All flips that the text of a history tells of, as `readHistory` answers them. */
export function parseHistory(text: string): HistoryEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      const entry = JSON.parse(line) as HistoryEntry;
      return liveRecordFaults(entry.record).length === 0 ? [entry] : [];
    } catch {
      return [];
    }
  });
}

/** Live versions of an app one after the other, the present one last. A rollback takes back what came after its target. */
export function liveVersions(history: HistoryEntry[], app: string): string[] {
  const versions: string[] = [];
  for (const entry of history) {
    const version = entry.record.apps[app];
    if (versions.length === 0 && entry.app === app && entry.action !== 'canary' && entry.from)
      versions.push(entry.from);
    if (!version || version === versions.at(-1)) continue;
    const target = entry.action === 'rollback' && entry.app === app ? versions.lastIndexOf(version) : -1;
    if (target >= 0) versions.length = target + 1;
    else versions.push(version);
  }
  return versions;
}
