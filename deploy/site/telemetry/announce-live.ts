import { hostname } from 'node:os';
import { resolve } from 'node:path';
import * as v from 'valibot';
import type { LiveRecord } from '../record/live-record.ts';
import { readUsableRecord } from '../record/recover-live-record.ts';
import { ask, type ReportSource } from './client-report.ts';

/**
 * Tells the database which versions visitors of a site can have: it drops reports of any other version.
 *
 * @param site its name there: see `nameOfSite`
 * @throws Error when the backend does not answer or the key is not the service role's
 */
export async function announceLive(
  source: ReportSource,
  site: string,
  { apps, canary }: Pick<LiveRecord, 'apps' | 'canary'>,
): Promise<void> {
  const stable = Object.entries(apps).map(([app, version]) => ({ app, version, canary: false }));
  const versions = canary ? [...stable, { app: canary.app, version: canary.version, canary: true }] : stable;
  await ask(source, v.number(), 'rpc/set_live_versions', { site, versions });
}

/** What the database calls a site: the address that visitors use, or its folder on this machine. */
export function nameOfSite(siteFolder: string, publicOrigin?: string | null): string {
  return (publicOrigin ?? `${hostname()}:${resolve(siteFolder)}`).slice(-200);
}

/**
 * Announces what is live in a site folder now and whenever `again` is called, each time until the database has it.
 * @param retryMs pause after a failure
 */
export function keepAnnounced(
  siteFolder: string,
  source: ReportSource,
  site: string,
  retryMs = 10_000,
): { again(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let isFailing = false;
  let running = Promise.resolve();
  const again = (): void => {
    clearTimeout(timer);
    running = running.then(announce);
  };
  async function announce(): Promise<void> {
    try {
      const { record } = readUsableRecord(siteFolder);
      if (record && !stopped) await announceLive(source, site, record);
      isFailing = false;
    } catch (failure) {
      if (stopped) return;
      timer = setTimeout(again, retryMs).unref();
      // One line for a whole outage.
      if (!isFailing) console.error(`Visitors' reports of new releases do not count yet: ${messageOf(failure)}`);
      isFailing = true;
    }
  }
  again();
  return {
    again,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
