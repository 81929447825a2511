import { join } from 'node:path';
import { isVersion } from '../site/record/live-record-schema.ts';
import { readLiveRecord } from '../site/record/live-record.ts';
import { previousVersion } from '../release/commands/roll-back.ts';
import { pullRelease } from '../release/targets/pull-site.ts';
import type { Target } from '../release/targets/target.ts';

/**
 * Fetches the version of an app that a rollback would make live. A plain pull fetches only what is live.
 * @param siteFolder as it was pulled
 * @returns the version; null when a canary of the app runs, which a rollback ends, so that nothing is missing
 * @throws Rejection when no version was live before
 * @throws Error when the target no longer has it, or its history names an invalid version
 */
export async function pullVersionBefore(target: Target, siteFolder: string, app: string): Promise<string | null> {
  const record = readLiveRecord(siteFolder);
  if (!record) throw new Error(`${target.name} is empty.`);
  if (record.canary?.app === app) return null;
  const version = previousVersion({ siteFolder }, record, app);
  // This field of the history is not validated elsewhere, and it becomes a path here.
  if (!isVersion(version)) throw new Error(`The history of ${target.name} names no version of ${app} before.`);
  for (const path of [`r/${app}/${version}`, `private/${app}/${version}`])
    await pullRelease(target, path, join(siteFolder, path));
  return version;
}
