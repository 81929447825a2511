import type { LiveRecord } from '../../site/record/live-record.ts';

/** Public and private folders of all releases that visitors and testers get. */
export function releaseFolders(record: LiveRecord): string[] {
  const versions = Object.entries(record.apps);
  if (record.canary) versions.push([record.canary.app, record.canary.version]);
  for (const { app, version } of record.previews ?? []) versions.push([app, version]);
  return versions.flatMap(([app, version]) => [`r/${app}/${version}`, `private/${app}/${version}`]);
}
