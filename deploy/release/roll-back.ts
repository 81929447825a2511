import { flip, type LiveChange } from './flip.ts';
import { candidateOf } from './gates/candidate.ts';
import { fitFaults } from './gates/fit.ts';
import { liveVersions, readHistory, type HistoryEntry } from './history.ts';
import { isVersion, type LiveRecord } from './live-record.ts';
import { Refusal } from './refusal.ts';
import { requireLive, requireRecord, type ReleaseContext } from './release-context.ts';
import { readRelease, type ReleaseRecord } from './release-record.ts';
import { showLive } from './show-live.ts';

/**
 * Makes the version live again that was live before, or the one that is named. While a canary of the app runs, a
 * rollback without a version ends it. Nothing is built or rendered.
 * @throws Refusal
 */
export async function rollBack(context: ReleaseContext, app: string, version?: string): Promise<HistoryEntry | null> {
  return flip({
    ...context,
    async plan(record) {
      const former = requireRecord(record, context);
      const from = requireLive(former, app);
      const { apps, disabled } = former;
      const ownCanary = former.canary?.app === app ? former.canary : null;
      if (ownCanary && !version)
        return {
          change: { apps, canary: null, disabled },
          action: 'canary-ended',
          app,
          from: ownCanary.version,
          to: from,
        };
      const to = version ?? versionBefore(context, former, app);
      if (to === from) {
        context.say(`${app} ${to} is live already.`);
        return null;
      }
      await context.fetchRelease?.(app, to);
      const target = releaseOf(context, app, to);
      const canary = ownCanary ? null : former.canary;
      const change = { apps: { ...apps, [app]: to }, canary, disabled };
      refuseMismatch(context, target, change);
      return { change, action: 'rollback', app, from, to, commit: target.commit };
    },
    verify: (record) => showLive(context, app, record),
  });
}

/** The version that a rollback without one makes live. @throws Refusal when there is none, or no such app */
export function versionBefore(
  { siteFolder }: Pick<ReleaseContext, 'siteFolder'>,
  record: LiveRecord,
  app: string,
): string {
  requireLive(record, app);
  const versions = liveVersions(readHistory(siteFolder), app);
  const before = versions.filter((version) => version !== record.apps[app]).at(-1);
  if (before) return before;
  throw new Refusal(
    `No version of ${app} was live before ${record.apps[app]}. Name one: npm run release -- rollback ${app} <version>`,
  );
}

/** @throws Refusal when there is no such release */
export function releaseOf({ siteFolder }: ReleaseContext, app: string, version: string): ReleaseRecord {
  try {
    if (!isVersion(version)) throw new Error();
    return readRelease(siteFolder, app, version);
  } catch {
    throw new Refusal(
      `There is no release ${version} of ${app} in the site folder. npm run release -- history shows what was live.`,
    );
  }
}

/**
 * Releases that were live at different times may not fit together.
 * @throws Refusal naming every fault
 */
export function refuseMismatch({ siteFolder }: ReleaseContext, release: ReleaseRecord, change: LiveChange): void {
  const faults = fitFaults(candidateOf(siteFolder, release, change));
  if (faults.length > 0) throw new Refusal(...faults);
}
