import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { liveRecordSchema } from './live-record-schema.ts';

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

const historyEntry = v.object({
  /** ISO time. */
  at: v.string(),
  by: v.string(),
  /** A newer release tool may write further actions: its flips count too. */
  action: v.custom<FlipAction>((value) => typeof value === 'string'),
  app: v.string(),
  /** Commit the new version was built from, when that is known. */
  commit: v.nullable(v.string()),
  /**
   * Version before and after; equal for a remote that was disabled or enabled. For a preview: the live version and its
   * own.
   */
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  /** Duration of the command until the flip; for `not-seen`: until it gave up. */
  seconds: v.number(),
  /** For `not-seen`: the reason why visitors do not get the release of the former flip. */
  fault: v.exactOptional(v.string()),
  /** For `auto-rollback`: the reason, as a sentence. */
  reason: v.exactOptional(v.string()),
  /** The live record that this flip wrote. */
  record: liveRecordSchema,
});

/** One flip, as `history.jsonl` keeps it: a line each, the oldest first. */
export type HistoryEntry = v.InferOutput<typeof historyEntry>;

function historyFile(siteFolder: string): string {
  return join(siteFolder, 'history.jsonl');
}

export function appendHistory(siteFolder: string, entry: HistoryEntry): void {
  appendFileSync(historyFile(siteFolder), `${JSON.stringify(entry)}\n`);
}

/** All flips, the oldest first. Lines that a crash left unfinished are skipped. */
export function readHistory(siteFolder: string): HistoryEntry[] {
  return existsSync(historyFile(siteFolder)) ? parseHistory(readFileSync(historyFile(siteFolder), 'utf8')) : [];
}

/** All flips in the text of a history, as `readHistory` returns them. */
export function parseHistory(text: string): HistoryEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      const { success, output } = v.safeParse(historyEntry, JSON.parse(line));
      return success ? [output] : [];
    } catch {
      return [];
    }
  });
}

/** Live versions of an app in order, the present one last. A rollback removes the versions after its target. */
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
