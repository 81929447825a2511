import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextRecord, type LiveChange } from './flip.ts';
import { appendHistory } from './history.ts';
import { composeLive, type Live } from './live.ts';
import { replaceLiveRecord, type LiveRecord } from './live-record.ts';
import { publishRelease, type PublishOptions } from './publish-release.ts';
import { readUsableRecord } from './recover-live-record.ts';
import { sentencesOf } from './refusal.ts';
import { appNames } from './release-record.ts';
import { liveGeneration } from './static/generations.ts';
import { writeDocuments } from './static/write-documents.ts';

const FLIPPED_BY = 'npm start';

/**
 * Publishes the builds of this checkout and makes live those that changed since the last time, as one does with a site
 * that has a single owner: `npm start`, development and tests. What was released, rolled back or switched off in
 * between stays so. A damaged live record is replaced by the newest one that can be served.
 * @throws Error when an app was not built or two remotes own one path
 */
export function assembleSite(options: PublishOptions): Live {
  const { siteFolder } = options;
  const startedAt = Date.now();
  mkdirSync(siteFolder, { recursive: true });
  const builds = Object.fromEntries(appNames.map((app) => [app, publishRelease(app, options).version]));
  for (;;) {
    const { record: former, fault } = readUsableRecord(siteFolder);
    if (fault) console.error(`${fault} ${former ? `Taking record ${former.sequence} instead.` : 'Starting anew.'}`);
    const taken = readTakenBuilds(siteFolder);
    const changed = appNames.filter((app) => !former?.apps[app] || taken[app] !== builds[app]);
    if (former && !fault && changed.length === 0) return composeLive(siteFolder, former);
    const record = nextRecord(former, withBuilds(former, builds, changed), FLIPPED_BY);
    const live = composeLive(siteFolder, record);
    const current = (): LiveRecord | null => readUsableRecord(siteFolder).record;
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
    writeFileSync(join(siteFolder, 'taken-builds.json'), `${JSON.stringify(builds, null, 2)}\n`);
    return live;
  }
}

/**
 * Where the site folder has documents for a server of files: writes those of what is live now. `npm start` calls it when
 * the site is open, since pages are made from its data. What goes wrong is said; the site itself is served all the same.
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
