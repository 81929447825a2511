import { flip } from '../flip/flip.ts';
import { rejectMismatch } from '../flip/reject-mismatch.ts';
import { liveVersions, readHistory, type HistoryEntry } from '../../site/record/history.ts';
import type { LiveRecord } from '../../site/record/live-record.ts';
import { Rejection } from '../rejection.ts';
import { requireLive, requireRecord, requireRelease, type ReleaseContext } from '../release-context.ts';
import { waitUntilServed } from '../flip/wait-until-served.ts';

/**
 * Makes the previous version live again, or the named one. While a canary of the app runs, a rollback without a version
 * ends it. Nothing is built or rendered.
 * @throws Rejection
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
      const to = version ?? previousVersion(context, former, app);
      if (to === from) {
        context.say(`${app} ${to} is live already.`);
        return null;
      }
      await context.fetchRelease?.(app, to);
      const target = requireRelease(context, app, to);
      const canary = ownCanary ? null : former.canary;
      const change = { apps: { ...apps, [app]: to }, canary, disabled };
      rejectMismatch(context, target, change);
      return { change, action: 'rollback', app, from, to, commit: target.commit };
    },
    verify: (record) => waitUntilServed(context, app, record),
  });
}

/**
 * The version that a rollback without a named version makes live. @throws Rejection when there is none, or no such app
 */
export function previousVersion(
  { siteFolder }: Pick<ReleaseContext, 'siteFolder'>,
  record: LiveRecord,
  app: string,
): string {
  requireLive(record, app);
  const versions = liveVersions(readHistory(siteFolder), app);
  const before = versions.filter((version) => version !== record.apps[app]).at(-1);
  if (before) return before;
  throw new Rejection(
    `No version of ${app} was live before ${record.apps[app]}. Name one: npm run release -- rollback ${app} <version>`,
  );
}
