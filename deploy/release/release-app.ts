import { join } from 'node:path';
import { buildApps } from '../commands/build-apps.mjs';
import { contentVersionFrom, fetchRowsFrom } from '../commands/fetch-rows.ts';
import { flip, type LiveChange } from './flip.ts';
import { bundleBudgetGate } from './gates/bundle-budget.ts';
import { candidateOf } from './gates/candidate.ts';
import { contractGate } from './gates/contract.ts';
import { federationGate } from './gates/federation.ts';
import { manifestGate } from './gates/manifest.ts';
import { ownersGate } from './gates/owners.ts';
import { prerenderGate } from './gates/prerender.ts';
import { scopedStylesGate } from './gates/scoped-styles.ts';
import { sharesGate } from './gates/shares.ts';
import { testsGate } from './gates/tests.ts';
import type { HistoryEntry } from './history.ts';
import { composeLive, type Live } from './live.ts';
import type { LiveRecord } from './live-record.ts';
import { isRenderedAhead } from './prerender/list-addresses.ts';
import { createPageStore } from './prerender/page-store.ts';
import { createPatientFetch } from './prerender/patient-fetch.mjs';
import { startRenderer } from './prerender/start-renderer.ts';
import { publishRelease } from './publish-release.ts';
import { Refusal } from './refusal.ts';
import { commitOf, requireSources, runningSite, type ReleaseContext } from './release-context.ts';
import { workspaceOf, type ReleaseRecord } from './release-record.ts';
import type { BackendAccess } from './running-site.ts';
import { verifyWhenRunning } from './verify-live-page.ts';

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
    verify: (record) => verifyWhenRunning(context, record),
  });
}

/** The suite runs while the build does; what it finds is told with the other refusals. */
async function buildAndTest(context: ReleaseContext, app: string) {
  const { checkout, siteFolder, say } = context;
  const building = buildApps({ checkout, only: [workspaceOf(app)] }).then((built) => {
    say(built.length > 0 ? `Built ${app}.` : `${app} is built from these sources already.`);
    return publishRelease(app, { repository: checkout, siteFolder, commit: commitOf(checkout, app) });
  });
  const [release, refusals] = await Promise.all([building, testsGate(checkout, app)]);
  if (refusals.length === 0) say('Its tests are green.');
  return { release, refusals };
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

/** Everything that can be told from the release folders alone. */
function cheapRefusals({ siteFolder }: ReleaseContext, release: ReleaseRecord, change: LiveChange): string[] {
  if (!change.apps.shell) throw new Refusal('The site has no shell yet. Release it first: npm run release -- shell');
  const candidate = candidateOf(siteFolder, release, change);
  const manifest = manifestGate(candidate);
  if (manifest.length > 0) return manifest; // the others read it
  return [ownersGate, federationGate, sharesGate, bundleBudgetGate, scopedStylesGate].flatMap((gate) =>
    gate(candidate),
  );
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

/** @throws Refusal when a part can't be loaded or a page can't be rendered */
async function renderPages(context: ReleaseContext, app: string, live: Live): Promise<void> {
  const owned = live.registry.routes.filter((route) => app === 'shell' || route.remote === app);
  const backend = context.backend ?? runningSite(context)?.backend ?? null;
  if (!backend && (app === 'shell' || owned.some(isRenderedAhead)))
    throw new Refusal(
      `The pages of ${app} are made from the shop's data, and no backend answers. Start the site (npm start), or name one: --backend https://… --key …`,
    );
  const renderer = startRenderer(live, backend ?? { url: 'http://127.0.0.1:9', key: 'none' }, { patient: true });
  try {
    const faults = await contractGate(renderer, app);
    if (faults.length > 0) throw new Refusal(...faults);
    if (!backend) return;
    const began = Date.now();
    const store = await pagesOf(context, live, renderer, backend);
    const fetchRows = fetchRowsFrom(backend.url, backend.key, createPatientFetch());
    const { refusals, pages } = await prerenderGate({ live, app, store, fetchRows });
    if (refusals.length > 0) throw new Refusal(...refusals);
    if (pages > 0)
      context.say(
        `Rendered ${pages} ${pages === 1 ? 'page' : 'pages'} in ${((Date.now() - began) / 1000).toFixed(1)} s.`,
      );
  } finally {
    await renderer.close();
  }
}

async function pagesOf(
  { siteFolder }: ReleaseContext,
  live: Live,
  renderer: ReturnType<typeof startRenderer>,
  { url, key }: BackendAccess,
) {
  const version = await contentVersionFrom(url, key, createPatientFetch())().catch((failure: unknown) => {
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new Refusal(`The backend ${url} does not answer (${reason}). Check the address and the key.`);
  });
  return createPageStore({ folder: join(siteFolder, 'pages'), live, renderer, contentVersion: () => version });
}
