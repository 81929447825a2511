import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { composeLive, type Live } from './live.ts';
import { readLiveRecord, writeLiveRecord, type LiveRecord } from './live-record.ts';
import { publishRelease, type PublishOptions } from './publish-release.ts';
import { appNames } from './release-record.ts';

/**
 * Publishes the builds of this checkout and makes live those that changed since the last time, as one does with a site
 * that has a single owner: `npm start`, development and tests. What was released, rolled back or switched off in
 * between stays so.
 * @throws Error when an app was not built or two remotes own one path
 */
export function assembleSite(options: PublishOptions): Live {
  const { siteFolder } = options;
  const builds = Object.fromEntries(appNames.map((app) => [app, publishRelease(app, options).version]));
  const former = readLiveRecord(siteFolder);
  const taken = readTakenBuilds(siteFolder);
  const changed = appNames.filter((app) => !former?.apps[app] || taken[app] !== builds[app]);
  if (former && changed.length === 0) return composeLive(siteFolder, former);
  const record: LiveRecord = {
    schema: 2,
    sequence: (former?.sequence ?? 0) + 1,
    apps: { ...former?.apps, ...Object.fromEntries(changed.map((app) => [app, builds[app]!])) },
    canary: former?.canary && !changed.some((app) => app === former.canary?.app) ? former.canary : null,
    disabled: former?.disabled ?? [],
    flippedAt: new Date().toISOString(),
    flippedBy: 'npm start',
  };
  const live = composeLive(siteFolder, record);
  writeLiveRecord(siteFolder, record);
  writeFileSync(join(siteFolder, 'taken-builds.json'), `${JSON.stringify(builds, null, 2)}\n`);
  return live;
}

/** Which build of each app this checkout made live last. */
function readTakenBuilds(siteFolder: string): Record<string, string> {
  const file = join(siteFolder, 'taken-builds.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}
