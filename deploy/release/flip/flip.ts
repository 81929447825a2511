import { mkdirSync } from 'node:fs';
import { appendHistory, type FlipAction, type HistoryEntry } from '../../site/record/history.ts';
import { replaceLiveRecord, type LiveRecord } from '../../site/record/live-record.ts';
import { readUsableRecord } from '../../site/record/recover-live-record.ts';
import { verifyReleases, type TrustedKeys } from '../../site/record/release-signature.ts';
import { Rejection } from '../rejection.ts';

/** What a flip changes of the record. Previews stay when it does not name them. */
export type LiveChange = Pick<LiveRecord, 'apps' | 'canary' | 'disabled' | 'previews'>;

/** The action, for the history. */
export interface PlannedFlip {
  change: LiveChange;
  action: FlipAction;
  app: string;
  from: string | null;
  to: string | null;
  commit?: string | null;
  /** Of `auto-rollback`: the reason, as a sentence. */
  reason?: string;
}

/**
 * Another place that a site is served from (a server reached by rsync, a bucket). The order is safe for visitors: the
 * files of a release arrive before any document names them.
 */
export interface FlipHooks {
  /** Uploads the release folders that the record names. A failure stops the flip. */
  uploadReleases?(next: LiveRecord): Promise<void>;
  /** Makes the record live there: the last step. */
  uploadLiveRecord?(next: LiveRecord): Promise<void>;
}

/** Thrown by a hook that has undone the flip: it did not happen, and the history does not contain it. */
export class FlipRevertedError extends Rejection {}

export interface FlipOptions {
  siteFolder: string;
  by: string;
  /** When the command began (Date.now), for the history. */
  startedAt: number;
  /**
   * Plans the new record from the current one, and checks it. Called again when another team has flipped in between.
   * null: nothing to change.
   * @throws Rejection
   */
  plan(former: LiveRecord | null): Promise<PlannedFlip | null>;
  hooks?: FlipHooks;
  /** When given, releases that become live must be signed with one of them. */
  trustedKeys?: TrustedKeys | null;
  /** Waits until visitors get the new documents. If they do not, the history gets a line that says so. */
  verify?(next: LiveRecord): Promise<void>;
}

const ATTEMPTS = 5;

/**
 * The only function that makes anything live: plan and check, upload what never changes, replace the record, write
 * history, upload the record, verify.
 * @throws Rejection when the plan is rejected or other flips keep overtaking it
 */
export async function flip(options: FlipOptions): Promise<HistoryEntry | null> {
  const { siteFolder, by, startedAt, plan, hooks = {}, trustedKeys, verify } = options;
  mkdirSync(siteFolder, { recursive: true });
  const current = (): LiveRecord | null => readUsableRecord(siteFolder).record;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const former = current();
    const planned = await plan(former);
    if (!planned) return null;
    const { change, action, app, from, to, commit = null, reason } = planned;
    const record = nextRecord(former, change, by);
    if (trustedKeys) rejectUntrusted(siteFolder, record, former, trustedKeys);
    await hooks.uploadReleases?.(record);
    if (!replaceLiveRecord(siteFolder, former, record, current)) continue;
    const seconds = (): number => Number(((Date.now() - startedAt) / 1000).toFixed(2));
    const told = { action, app, commit, from, to, ...(reason ? { reason } : {}) };
    const entry: HistoryEntry = { at: record.flippedAt, by, ...told, seconds: seconds(), record };
    appendHistory(siteFolder, entry); // at once: the history is complete even if this process dies now
    try {
      await hooks.uploadLiveRecord?.(record);
      await verify?.(record);
    } catch (failure) {
      if (failure instanceof FlipRevertedError) throw failure;
      const fault = failure instanceof Error ? failure.message : String(failure);
      const at = new Date().toISOString();
      appendHistory(siteFolder, { ...entry, at, action: 'not-seen', from: null, seconds: seconds(), fault });
      throw failure;
    }
    return { ...entry, seconds: seconds() };
  }
  throw new Rejection(
    `Other teams flipped ${ATTEMPTS} times while this was being checked. Nothing was changed: run the command again.`,
  );
}

/** Only what this flip makes live: a key that was revoked since must not stop the flips of other teams. */
function rejectUntrusted(siteFolder: string, next: LiveRecord, former: LiveRecord | null, keys: TrustedKeys): void {
  try {
    verifyReleases(siteFolder, next, keys, former);
  } catch (failure) {
    throw new Rejection(
      `${(failure as Error).message} Nothing was changed (deploy/release/README.md, Signed releases).`,
    );
  }
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
