import { join } from 'node:path';
import { isVersion, readLiveRecord } from '../release/live-record.ts';
import { versionBefore } from '../release/roll-back.ts';
import { pullRelease } from '../release/targets/pull-site.ts';
import type { Target } from '../release/targets/target.ts';

/**
 * Fetches the version of an app that a rollback makes live, which a pull leaves out: only what is live comes with it.
 * @param siteFolder as it was pulled
 * @returns the version; null when a canary of the app runs, which a rollback ends, so that nothing is missing
 * @throws Refusal when no version was live before
 * @throws Error when the target does not have it any more, or its history names what is no version
 */
export async function pullVersionBefore(target: Target, siteFolder: string, app: string): Promise<string | null> {
  const record = readLiveRecord(siteFolder);
  if (!record) throw new Error(`${target.name} is empty.`);
  if (record.canary?.app === app) return null;
  const version = versionBefore({ siteFolder }, record, app);
  // A history tells it besides its records, which are checked: it becomes a path here.
  if (!isVersion(version)) throw new Error(`The history of ${target.name} names no version of ${app} before.`);
  for (const path of [`r/${app}/${version}`, `private/${app}/${version}`])
    await pullRelease(target, path, join(siteFolder, path));
  return version;
}
