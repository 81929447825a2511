import * as v from 'valibot';
import type { LiveRecord } from '../record/live-record.ts';
import { readUsableRecord } from '../record/recover-live-record.ts';
import { ask, type ReportSource } from './client-report.ts';

/**
 * Tells the database which versions visitors can have: it drops reports of any other version.
 * @throws Error when the backend does not answer or the key is not the service role's
 */
export async function announceLive(source: ReportSource, { apps, canary }: Pick<LiveRecord, 'apps' | 'canary'>) {
  const stable = Object.entries(apps).map(([app, version]) => ({ app, version, canary: false }));
  const versions = canary ? [...stable, { app: canary.app, version: canary.version, canary: true }] : stable;
  await ask(source, v.number(), 'rpc/set_live_versions', { versions });
}

/**
 * Announces what is live in a site folder now and whenever `again` is called, each time until the database has it.
 * @param retryMs pause after a failure
 */
export function keepAnnounced(
  siteFolder: string,
  source: ReportSource,
  retryMs = 10_000,
): { again(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = Promise.resolve();
  const again = (): void => {
    clearTimeout(timer);
    running = running.then(announce);
  };
  async function announce(): Promise<void> {
    try {
      const { record } = readUsableRecord(siteFolder);
      if (record && !stopped) await announceLive(source, record);
    } catch {
      if (!stopped) timer = setTimeout(again, retryMs).unref();
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
