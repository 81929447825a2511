import { join } from 'node:path';
import { buildApps } from '../commands/build-apps.mjs';
import { contentVersionFrom, fetchRowsFrom } from '../commands/fetch-rows.ts';
import type { LiveChange } from './flip.ts';
import { bundleBudgetGate } from './gates/bundle-budget.ts';
import { candidateOf } from './gates/candidate.ts';
import { contractGate } from './gates/contract.ts';
import { fitFaults } from './gates/fit.ts';
import { manifestGate } from './gates/manifest.ts';
import { prerenderGate } from './gates/prerender.ts';
import { checkedStylesGate } from './gates/checked-styles.ts';
import { scopedStylesGate } from './gates/scoped-styles.ts';
import { testsGate } from './gates/tests.ts';
import type { Live } from './live.ts';
import { isRenderedAhead } from './prerender/list-addresses.ts';
import { createPageStore } from './prerender/page-store.ts';
import { createPatientFetch } from './prerender/patient-fetch.mjs';
import { startRenderer } from './prerender/start-renderer.ts';
import { publishRelease } from './publish-release.ts';
import { Refusal } from './refusal.ts';
import { commitOf, runningSite, type ReleaseContext } from './release-context.ts';
import { workspaceOf, type ReleaseRecord } from './release-record.ts';
import type { BackendAccess } from './running-site.ts';

/**
 * Builds an app and publishes its folder, which nobody is shown yet. The suite runs while the build does; what it finds
 * is told with the other refusals.
 */
export async function buildAndTest(context: ReleaseContext, app: string) {
  const { checkout, siteFolder, say } = context;
  const building = buildApps({ checkout, only: [workspaceOf(app)] }).then((built) => {
    say(built.length > 0 ? `Built ${app}.` : `${app} is built from these sources already.`);
    return publishRelease(app, { repository: checkout, siteFolder, commit: commitOf(checkout, app) });
  });
  const [release, refusals] = await Promise.all([building, testsGate(checkout, app)]);
  if (refusals.length === 0) say('Its tests are green.');
  return { release, refusals };
}

/** Everything that can be told from the release folders alone. */
export function cheapRefusals({ siteFolder }: ReleaseContext, release: ReleaseRecord, change: LiveChange): string[] {
  if (!change.apps.shell) throw new Refusal('The site has no shell yet. Release it first: npm run release -- shell');
  const candidate = candidateOf(siteFolder, release, change);
  const manifest = manifestGate(candidate);
  if (manifest.length > 0) return manifest; // the others read it
  return [fitFaults, bundleBudgetGate, scopedStylesGate, checkedStylesGate].flatMap((gate) => gate(candidate));
}

/** @throws Refusal when a part can't be loaded or a page can't be rendered */
export async function renderPages(context: ReleaseContext, app: string, live: Live): Promise<void> {
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
