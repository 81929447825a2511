import { buildAndTest, quickRejections, renderPages } from '../gates/check-release.ts';
import { flip } from '../flip/flip.ts';
import type { HistoryEntry } from '../../site/record/history.ts';
import { composePreview } from '../../site/record/live.ts';
import { MAX_PREVIEWS, type LiveRecord } from '../../site/record/live-record-schema.ts';
import { Rejection } from '../rejection.ts';
import {
  requireLive,
  requireRecord,
  requireSources,
  runningSite,
  requireRelease,
  type ReleaseContext,
} from '../release-context.ts';
import type { ReleaseRecord } from '../../site/record/release-record.ts';
import { verifyPreview } from '../flip/verify-live-page.ts';

/**
 * Lets testers open the live site with another, already published version of an app. It passes the gates that examine a
 * release; nothing changes for visitors.
 * @throws Rejection
 */
export async function startPreview(
  context: ReleaseContext,
  app: string,
  version: string,
): Promise<HistoryEntry | null> {
  requireNodeServer(context, app);
  return listPreview(context, requireRelease(context, app, version), []);
}

/**
 * Builds an app, runs its suite, publishes it and opens it to testers, while the live version stays live. @throws
 * Rejection
 */
export async function previewSources(context: ReleaseContext, app: string): Promise<HistoryEntry | null> {
  requireSources(context, app);
  requireNodeServer(context, app);
  const { release, rejections } = await buildAndTest(context, app);
  return listPreview(context, release, rejections);
}

async function listPreview(
  context: ReleaseContext,
  release: ReleaseRecord,
  rejections: string[],
): Promise<HistoryEntry | null> {
  const { app, version } = release;
  const entry = await flip({
    ...context,
    async plan(record) {
      const former = requireRecord(record, context);
      const from = requireLive(former, app);
      const { apps, canary, disabled, previews = [] } = former;
      if (from === version) throw new Rejection(`${app} ${version} is live: every visitor sees it already.`);
      if (isListed(former, release)) {
        context.say(`${app} ${version} is open to testers already.`);
        return null;
      }
      if (previews.length >= MAX_PREVIEWS)
        throw new Rejection(
          `${MAX_PREVIEWS} previews are open, which is the limit: ${previews.map((open) => `${open.app} ${open.version}`).join(', ')}. End one: npm run release -- preview ${previews[0]!.app} --end`,
        );
      const shown = { apps: { ...apps, [app]: version }, canary: null, disabled };
      const errors = [...rejections, ...quickRejections(context, release, shown)];
      if (errors.length > 0) throw new Rejection(...errors);
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

/**
 * Ends the previews of an app, or of one version of it. Open previews then say that they have ended. @throws Rejection
 */
export async function endPreview(context: ReleaseContext, app: string, version?: string): Promise<HistoryEntry | null> {
  let ended = { app, version: version ?? '' };
  return flip({
    ...context,
    async plan(record) {
      const former = requireRecord(record, context);
      const { apps, canary, disabled, previews = [] } = former;
      const open = previews.filter((preview) => preview.app === app && (!version || preview.version === version));
      if (open.length === 0) throw new Rejection(`No preview of ${[app, version].filter(Boolean).join(' ')} is open.`);
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

/** Only a server that assembles documents on request can serve testers other documents than visitors. */
function requireNodeServer(context: ReleaseContext, app: string): void {
  if (runningSite(context)) return;
  throw new Rejection(
    `A preview of ${app} needs the Node server, and none runs on ${context.siteFolder}. nginx and CDNs serve files that are the same for every visitor, and have no preview: run npm start on this folder, or try the version with npm run dev.`,
  );
}
