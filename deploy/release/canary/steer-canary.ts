import { flip } from '../flip/flip.ts';
import type { HistoryEntry } from '../../site/record/history.ts';
import type { Canary, LiveRecord } from '../../site/record/live-record.ts';
import { Rejection } from '../rejection.ts';
import { requireLive, requireRecord, type ReleaseContext } from '../release-context.ts';
import { readRelease } from '../../site/record/release-record.ts';
import { waitUntilServed } from '../flip/wait-until-served.ts';
import { rejectMismatch } from '../flip/reject-mismatch.ts';

/** Changes the share of an app's running canary; 0 ends it. @throws Rejection */
export async function setCanaryPercent(
  context: ReleaseContext,
  app: string,
  percent: number,
): Promise<HistoryEntry | null> {
  return flip({
    ...context,
    async plan(record) {
      const former = requireRecord(record, context);
      const stable = requireLive(former, app);
      const canary = requireCanary(former, app);
      if (canary.percent === percent) {
        context.say(`The canary of ${app} has ${percent} % of the visitors already.`);
        return null;
      }
      const { apps, disabled } = former;
      if (percent === 0)
        return {
          change: { apps, canary: null, disabled },
          action: 'canary-ended',
          app,
          from: canary.version,
          to: stable,
        };
      const change = { apps, canary: { ...canary, percent }, disabled };
      return { change, action: 'canary', app, from: stable, to: canary.version };
    },
    verify: (record) => waitUntilServed(context, app, record),
  });
}

/** Releases the canary's version to all visitors. @throws Rejection */
export async function promoteCanary(context: ReleaseContext, app: string): Promise<HistoryEntry | null> {
  return flip({
    ...context,
    async plan(record) {
      const former = requireRecord(record, context);
      const from = requireLive(former, app);
      const { version } = requireCanary(former, app);
      const change = { apps: { ...former.apps, [app]: version }, canary: null, disabled: former.disabled };
      const release = readRelease(context.siteFolder, app, version);
      rejectMismatch(context, release, change);
      return { change, action: 'promote', app, from, to: version, commit: release.commit };
    },
    verify: (record) => waitUntilServed(context, app, record),
  });
}

/** Ends the canary that was judged, if it still runs. The history keeps the reason, a sentence. */
export async function endJudgedCanary(
  context: ReleaseContext,
  ended: Canary,
  reason: string,
): Promise<HistoryEntry | null> {
  return flip({
    ...context,
    async plan(former) {
      if (former?.canary?.app !== ended.app || former.canary.version !== ended.version) return null;
      const { apps, disabled } = former;
      const { app, version } = ended;
      const change = { apps, canary: null, disabled };
      return { change, action: 'auto-rollback', app, from: version, to: apps[app] ?? null, reason };
    },
    verify: (record) => waitUntilServed(context, ended.app, record),
  });
}

function requireCanary({ canary }: LiveRecord, app: string): Canary {
  if (canary?.app === app) return canary;
  throw new Rejection(
    canary
      ? `The canary that runs is of ${canary.app}, not of ${app}.`
      : `No canary of ${app} runs. Start one: npm run release -- ${app} --canary 10`,
  );
}
