import { mkdirSync } from 'node:fs';
import { appendHistory, type FlipAction, type HistoryEntry } from './history.ts';
import { replaceLiveRecord, type LiveRecord } from './live-record.ts';
import { readUsableRecord } from './recover-live-record.ts';
import { Refusal } from './refusal.ts';

/** What a flip changes of the record. Previews stay when it does not name them. */
export type LiveChange = Pick<LiveRecord, 'apps' | 'canary' | 'disabled' | 'previews'>;

/** What is to happen, as the history tells it. */
export interface PlannedFlip {
  change: LiveChange;
  action: FlipAction;
  app: string;
  from: string | null;
  to: string | null;
  commit?: string | null;
  /** Of `auto-rollback`: what was seen, in a sentence. */
  reason?: string;
}

/**
 * Where else a site is served from (a server reached by rsync, a bucket). The order is what keeps visitors safe: the
 * files of a release are there before any document names them.
 */
export interface FlipHooks {
  /** Brings the release folders that the record names to where visitors load them from. A failure stops the flip. */
  uploadReleases?(next: LiveRecord): Promise<void>;
  /** Makes the record live there: the last thing that happens. */
  uploadLiveRecord?(next: LiveRecord): Promise<void>;
}

/** Thrown by a hook that has taken the flip back: it did not happen, and the history does not tell of it. */
export class FlipTakenBack extends Refusal {}

export interface FlipOptions {
  siteFolder: string;
  by: string;
  /** When the command began (Date.now), for the history. */
  startedAt: number;
  /**
   * Decides from the record that counts now what it should become, and checks it. Asked again when another team's
   * flip came in between. null: there is nothing to change.
   * @throws Refusal
   */
  plan(former: LiveRecord | null): Promise<PlannedFlip | null>;
  hooks?: FlipHooks;
  /** Waits until visitors get the new documents. When they do not, the history says so in a line of its own. */
  verify?(next: LiveRecord): Promise<void>;
}

const ATTEMPTS = 5;

/**
 * The one way in which anything becomes live: plan and check, upload what never changes, replace the record, write
 * history, upload the record, verify.
 * @throws Refusal when the plan is refused or other flips always come first
 */
export async function flip(options: FlipOptions): Promise<HistoryEntry | null> {
  const { siteFolder, by, startedAt, plan, hooks = {}, verify } = options;
  mkdirSync(siteFolder, { recursive: true });
  const current = (): LiveRecord | null => readUsableRecord(siteFolder).record;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const former = current();
    const planned = await plan(former);
    if (!planned) return null;
    const { change, action, app, from, to, commit = null, reason } = planned;
    const record = nextRecord(former, change, by);
    await hooks.uploadReleases?.(record);
    if (!replaceLiveRecord(siteFolder, former, record, current)) continue;
    const seconds = (): number => Number(((Date.now() - startedAt) / 1000).toFixed(2));
    const told = { action, app, commit, from, to, ...(reason ? { reason } : {}) };
    const entry: HistoryEntry = { at: record.flippedAt, by, ...told, seconds: seconds(), record };
    appendHistory(siteFolder, entry); // at once: what is live is told, whatever happens to this process from here on
    try {
      await hooks.uploadLiveRecord?.(record);
      await verify?.(record);
    } catch (failure) {
      if (failure instanceof FlipTakenBack) throw failure;
      const fault = failure instanceof Error ? failure.message : String(failure);
      const at = new Date().toISOString();
      appendHistory(siteFolder, { ...entry, at, action: 'not-seen', from: null, seconds: seconds(), fault });
      throw failure;
    }
    return { ...entry, seconds: seconds() };
  }
  throw new Refusal(
    `Other teams flipped ${ATTEMPTS} times while this was being checked. Nothing was changed: run the command again.`,
  );
}

export function nextRecord(former: LiveRecord | null, change: LiveChange, by: string): LiveRecord {
  const { previews = former?.previews ?? [], ...rest } = change;
  // A version that is live now needs no preview any more.
  const open = previews.filter(({ app, version }) => rest.apps[app] !== version);
  return {
    schema: 2,
    sequence: (former?.sequence ?? 0) + 1,
    ...rest,
    ...(open.length > 0 ? { previews: open } : {}),
    flippedAt: new Date().toISOString(),
    flippedBy: by,
  };
}
