import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextRecord, type LiveChange } from '../../release/flip/flip.ts';
import { appendHistory } from '../../site/record/history.ts';
import { composeLive, type Live } from '../../site/record/live.ts';
import { replaceLiveRecord, writeByRename, type LiveRecord } from '../../site/record/live-record.ts';
import { publishRelease, type PublishOptions } from '../../release/build/publish-release.ts';
import { terminalLog, type ReleaseLog } from '../../site/record/release-log.ts';
import { verifyReleases, type TrustedKeys } from '../../site/record/release-signature.ts';
import { readUsableRecord } from '../../site/record/recover-live-record.ts';
import { sentencesOf } from '../../release/rejection.ts';
import { liveGeneration } from '../../site/export/generations.ts';
import { writeDocuments } from '../../release/flip/write-documents.ts';

const FLIPPED_BY = 'npm start';

/**
 * Publishes the builds of this checkout and makes those live that have changed since the last call, for a site with a
 * single owner: `npm start`, development and tests. Releases, rollbacks and disabled remotes since then stay in force.
 * A damaged live record is replaced by the newest one that can be served.
 * @param options.trustedKeys when given, each release must be signed with one of them
 * @throws Error when an app was not built, is not trusted, or two remotes own one path
 */
export function assembleSite(options: PublishOptions & { trustedKeys?: TrustedKeys | null; log?: ReleaseLog }): Live {
  const { siteFolder, trustedKeys = null, log = terminalLog } = options;
  const startedAt = Date.now();
  mkdirSync(siteFolder, { recursive: true });
  const apps = listApps(options.repository).map(({ name }) => name);
  const builds = Object.fromEntries(apps.map((app) => [app, publishRelease(app, options).version]));
  for (;;) {
    const { record: former, error } = readUsableRecord(siteFolder, trustedKeys);
    if (error) {
      const instead = former ? `Record ${former.sequence} is taken instead.` : 'A new one is begun.';
      log.warn(`The live record can't be served. ${instead}`, { event: 'record_replaced', reason: error });
    }
    const taken = readTakenBuilds(siteFolder);
    const changed = apps.filter((app) => !former?.apps[app] || taken[app] !== builds[app]);
    if (former && !error && changed.length === 0) return composeLive(siteFolder, former);
    const record = nextRecord(former, withBuilds(former, builds, changed), FLIPPED_BY);
    if (trustedKeys) verifyReleases(siteFolder, record, trustedKeys, former);
    const live = composeLive(siteFolder, record);
    const current = (): LiveRecord | null => readUsableRecord(siteFolder, trustedKeys).record;
    if (!replaceLiveRecord(siteFolder, former, record, current)) continue; // another process flipped meanwhile
    const seconds = Number(((Date.now() - startedAt) / 1000).toFixed(2));
    for (const app of changed)
      appendHistory(siteFolder, {
        at: record.flippedAt,
        by: FLIPPED_BY,
        action: 'start',
        app,
        commit: options.commit ?? null,
        from: former?.apps[app] ?? null,
        to: builds[app]!,
        seconds,
        record,
      });
    writeByRename(join(siteFolder, 'taken-builds.json'), `${JSON.stringify(builds, null, 2)}\n`);
    return live;
  }
}

/**
 * Writes the documents of the live releases if the site folder has documents for a file server. `npm start` calls it
 * when the site is open, because pages are made from its data. Failures are logged; the site itself is served anyway.
 */
export async function writeDocumentsOfStart(siteFolder: string, say: (line: string) => void): Promise<void> {
  const context = { siteFolder, checkout: siteFolder, by: FLIPPED_BY, startedAt: Date.now(), backend: null, say };
  try {
    const { record } = readUsableRecord(siteFolder);
    if (record && liveGeneration(siteFolder)) await writeDocuments(context, record);
  } catch (failure) {
    for (const sentence of sentencesOf(failure)) say(sentence);
  }
}

function withBuilds(former: LiveRecord | null, builds: Record<string, string>, changed: string[]): LiveChange {
  return {
    apps: { ...former?.apps, ...Object.fromEntries(changed.map((app) => [app, builds[app]!])) },
    canary: former?.canary && !changed.includes(former.canary.app) ? former.canary : null,
    disabled: former?.disabled ?? [],
  };
}

/** Which build of each app this checkout made live last. */
function readTakenBuilds(siteFolder: string): Record<string, string> {
  const file = join(siteFolder, 'taken-builds.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}
