import { buildAndTest, quickRejections, renderPages } from '../gates/check-release.ts';
import { flip, type LiveChange } from '../flip/flip.ts';
import type { HistoryEntry } from '../../site/record/history.ts';
import { composeLive, type Live } from '../../site/record/live.ts';
import type { LiveRecord } from '../../site/record/live-record.ts';
import { Rejection } from '../rejection.ts';
import { requireSources, type ReleaseContext } from '../release-context.ts';
import type { ReleaseRecord } from '../../site/record/release-record.ts';
import { waitUntilServed } from '../flip/wait-until-served.ts';

/**
 * Builds an app, publishes its folder, checks every gate, renders its pages and makes it live, for everyone or (canary)
 * for a share of the visitors. Nothing is live before the last step.
 * @throws Rejection with every reason against it
 */
export async function releaseApp(
  context: ReleaseContext,
  app: string,
  canaryPercent: number | null,
): Promise<HistoryEntry | null> {
  requireSources(context, app);
  const { release, rejections } = await buildAndTest(context, app);
  const rendered = new Set<string>();
  let versionAtFirst: string | null | undefined;
  return flip({
    ...context,
    async plan(former) {
      const liveVersion = former?.apps[app] ?? null;
      versionAtFirst ??= liveVersion;
      if (liveVersion !== versionAtFirst)
        throw new Rejection(
          `${app} ${liveVersion} went live while this release was checked. Nothing was changed: see what it is (npm run release -- history), then release again.`,
        );
      const change = changeFor(former, release, canaryPercent);
      if (!change) {
        context.say(`${app} ${release.version} is live already: these sources were released before.`);
        return null;
      }
      rejections.push(...quickRejections(context, release, change));
      if (rejections.length > 0) throw new Rejection(...rejections);
      for (const live of livesWith(context, release, change)) {
        const key = `${live.shell.version} ${release.version}`;
        if (!rendered.has(key)) await renderPages(context, app, live);
        rendered.add(key);
      }
      const { version: to, commit } = release;
      return { change, action: canaryPercent ? 'canary' : 'release', app, from: liveVersion, to, commit };
    },
    verify: (record) => waitUntilServed(context, app, record),
  });
}

function changeFor(
  former: LiveRecord | null,
  { app, version }: ReleaseRecord,
  canaryPercent: number | null,
): LiveChange | null {
  const { apps = {}, canary = null, disabled = [] } = former ?? {};
  if (canaryPercent === null) {
    if (apps[app] === version && canary?.app !== app) return null;
    return { apps: { ...apps, [app]: version }, canary: canary?.app === app ? null : canary, disabled };
  }
  if (!apps[app]) throw new Rejection(`${app} has no live version to compare a canary with. Release it to everyone.`);
  if (apps[app] === version) return null;
  if (canary && canary.app !== app)
    throw new Rejection(
      `A canary of ${canary.app} runs (${canary.version}, ${canary.percent} %). End it first: npm run release -- promote ${canary.app}, or rollback ${canary.app}.`,
    );
  return { apps, canary: { app, version, percent: canaryPercent }, disabled };
}

/** The live set with the release in it. Disabled remotes are checked too, because they may be enabled again. */
function livesWith({ siteFolder }: ReleaseContext, { app, version }: ReleaseRecord, change: LiveChange): Live[] {
  const record: LiveRecord = { schema: 2, sequence: 1, ...change, disabled: [], flippedAt: '', flippedBy: '' };
  const isStable = change.apps[app] === version;
  return [
    ...(isStable ? [composeLive(siteFolder, record)] : []),
    ...(change.canary ? [composeLive(siteFolder, record, true)] : []),
  ];
}
