import { buildAndTest, cheapRefusals, renderPages } from './check-release.ts';
import { flip, type LiveChange } from './flip.ts';
import type { HistoryEntry } from './history.ts';
import { composeLive, type Live } from './live.ts';
import type { LiveRecord } from './live-record.ts';
import { Refusal } from './refusal.ts';
import { requireSources, type ReleaseContext } from './release-context.ts';
import type { ReleaseRecord } from './release-record.ts';
import { showLive } from './show-live.ts';

/**
 * Builds an app, publishes its folder, passes it through every gate, renders its pages and makes it live, for all or
 * (canary) for a share of the visitors. Nothing is live before the last step.
 * @throws Refusal with everything that is against it
 */
export async function releaseApp(
  context: ReleaseContext,
  app: string,
  canaryPercent: number | null,
): Promise<HistoryEntry | null> {
  requireSources(context, app);
  const { release, refusals } = await buildAndTest(context, app);
  const rendered = new Set<string>();
  let versionAtFirst: string | null | undefined;
  return flip({
    ...context,
    async plan(former) {
      const liveVersion = former?.apps[app] ?? null;
      versionAtFirst ??= liveVersion;
      if (liveVersion !== versionAtFirst)
        throw new Refusal(
          `${app} ${liveVersion} went live while this release was checked. Nothing was changed: see what it is (npm run release -- history), then release again.`,
        );
      const change = changeFor(former, release, canaryPercent);
      if (!change) {
        context.say(`${app} ${release.version} is live already: these sources were released before.`);
        return null;
      }
      refusals.push(...cheapRefusals(context, release, change));
      if (refusals.length > 0) throw new Refusal(...refusals);
      for (const live of livesWith(context, release, change)) {
        const key = `${live.shell.version} ${release.version}`;
        if (!rendered.has(key)) await renderPages(context, app, live);
        rendered.add(key);
      }
      const { version: to, commit } = release;
      return { change, action: canaryPercent ? 'canary' : 'release', app, from: liveVersion, to, commit };
    },
    verify: (record) => showLive(context, app, record),
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
  if (!apps[app]) throw new Refusal(`${app} has no live version that a canary could be beside. Release it for all.`);
  if (apps[app] === version) return null;
  if (canary && canary.app !== app)
    throw new Refusal(
      `A canary of ${canary.app} runs (${canary.version}, ${canary.percent} %). End it first: npm run release -- promote ${canary.app}, or rollback ${canary.app}.`,
    );
  return { apps, canary: { app, version, percent: canaryPercent }, disabled };
}

/** What the release would be live with. Remotes that are switched off are checked like the others: they come back. */
function livesWith({ siteFolder }: ReleaseContext, { app, version }: ReleaseRecord, change: LiveChange): Live[] {
  const record: LiveRecord = { schema: 2, sequence: 1, ...change, disabled: [], flippedAt: '', flippedBy: '' };
  const isStable = change.apps[app] === version;
  return [
    ...(isStable ? [composeLive(siteFolder, record)] : []),
    ...(change.canary ? [composeLive(siteFolder, record, true)] : []),
  ];
}
