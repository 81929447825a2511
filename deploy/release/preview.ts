import { buildAndTest, cheapRefusals, renderPages } from './check-release.ts';
import { flip } from './flip.ts';
import type { HistoryEntry } from './history.ts';
import { composePreview } from './live.ts';
import { MOST_PREVIEWS, type LiveRecord } from './live-record.ts';
import { Refusal } from './refusal.ts';
import { requireLive, requireRecord, requireSources, runningSite, type ReleaseContext } from './release-context.ts';
import type { ReleaseRecord } from './release-record.ts';
import { releaseOf } from './roll-back.ts';
import { verifyPreview } from './verify-live-page.ts';

/**
 * Lets testers open the live site with another version of an app: one that was published before. It passes the gates
 * that look at a release; nothing changes for visitors.
 * @throws Refusal
 */
export async function startPreview(
  context: ReleaseContext,
  app: string,
  version: string,
): Promise<HistoryEntry | null> {
  requireNodeServer(context, app);
  return listPreview(context, releaseOf(context, app, version), []);
}

/** Builds an app, runs its suite, publishes it and opens it to testers, while what is live stays live. @throws Refusal */
export async function previewSources(context: ReleaseContext, app: string): Promise<HistoryEntry | null> {
  requireSources(context, app);
  requireNodeServer(context, app);
  const { release, refusals } = await buildAndTest(context, app);
  return listPreview(context, release, refusals);
}

async function listPreview(
  context: ReleaseContext,
  release: ReleaseRecord,
  refusals: string[],
): Promise<HistoryEntry | null> {
  const { app, version } = release;
  const entry = await flip({
    ...context,
    async plan(record) {
      const former = requireRecord(record, context);
      const from = requireLive(former, app);
      const { apps, canary, disabled, previews = [] } = former;
      if (from === version) throw new Refusal(`${app} ${version} is live: everybody sees it already.`);
      if (isListed(former, release)) {
        context.say(`${app} ${version} is open to testers already.`);
        return null;
      }
      if (previews.length >= MOST_PREVIEWS)
        throw new Refusal(
          `${MOST_PREVIEWS} previews are open, as many as there may be: ${previews.map((open) => `${open.app} ${open.version}`).join(', ')}. End one: npm run release -- preview ${previews[0]!.app} --end`,
        );
      const shown = { apps: { ...apps, [app]: version }, canary: null, disabled };
      const faults = [...refusals, ...cheapRefusals(context, release, shown)];
      if (faults.length > 0) throw new Refusal(...faults);
      await renderPages(context, app, composePreview(context.siteFolder, former, { app, version }));
      const change = { apps, canary, disabled, previews: [...previews, { app, version }] };
      return { change, action: 'preview', app, from, to: version, commit: release.commit };
    },
    verify: (record) => verifyPreview(context, record, { app, version }),
  });
  const site = runningSite(context);
  if (site) context.say(`Open it: ${site.url}/preview?${app}=${version}`);
  return entry;
}

/** Ends the previews of an app, or of one version of it. Who has it open sees that it has ended. @throws Refusal */
export async function endPreview(context: ReleaseContext, app: string, version?: string): Promise<HistoryEntry | null> {
  let ended = { app, version: version ?? '' };
  return flip({
    ...context,
    async plan(record) {
      const former = requireRecord(record, context);
      const { apps, canary, disabled, previews = [] } = former;
      const open = previews.filter((preview) => preview.app === app && (!version || preview.version === version));
      if (open.length === 0) throw new Refusal(`No preview of ${[app, version].filter(Boolean).join(' ')} is open.`);
      ended = open[0]!;
      const change = { apps, canary, disabled, previews: previews.filter((preview) => !open.includes(preview)) };
      const to = open.map((preview) => preview.version).join(', ');
      return { change, action: 'preview-ended', app, from: apps[app] ?? null, to };
    },
    verify: (record) => verifyPreview(context, record, ended),
  });
}

function isListed({ previews = [] }: LiveRecord, { app, version }: ReleaseRecord): boolean {
  return previews.some((preview) => preview.app === app && preview.version === version);
}

/** Only a server that assembles documents can give a tester his own; files are the same for everybody. */
function requireNodeServer(context: ReleaseContext, app: string): void {
  if (runningSite(context)) return;
  throw new Refusal(
    `A preview of ${app} needs the Node server, and none runs on ${context.siteFolder}. nginx and CDNs serve files that are the same for every visitor, and have no preview: run npm start on this folder, or try the version with npm run dev.`,
  );
}
