import { isRenderedAhead } from '@twostroke/shared/contracts/content-file';
import { workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { join } from 'node:path';
import { buildApps } from '../build/build-apps.mjs';
import { contentVersionFrom, fetchRowsFrom } from '../../site/prerender/fetch-rows.ts';
import type { LiveChange } from '../flip/flip.ts';
import { bundleBudgetGate } from './bundle-budget.ts';
import { candidateOf } from '../../site/record/fit/candidate.ts';
import { contractGate } from './contract.ts';
import { fitErrors } from '../../site/record/fit/fit.ts';
import { manifestGate } from './manifest.ts';
import { prerenderGate } from './prerender.ts';
import { checkedStylesGate } from './checked-styles.ts';
import { scopedStylesGate } from './scoped-styles.ts';
import { testsGate } from './tests.ts';
import type { Live } from '../../site/record/live.ts';
import { createPageStore } from '../../site/prerender/page-store.ts';
import { createRetryingFetch } from '../../site/prerender/retrying-fetch.mjs';
import { startRenderer } from '../../site/prerender/start-renderer.ts';
import { publishRelease } from '../build/publish-release.ts';
import { Rejection } from '../rejection.ts';
import { commitOf, runningSite, type ReleaseContext } from '../release-context.ts';
import type { ReleaseRecord } from '../../site/record/release-record.ts';
import type { BackendAccess } from '../../site/record/running-site.ts';

/**
 * Builds an app and publishes its folder, which no visitor gets yet. The suite runs in parallel with the build; its
 * failures are reported with the other rejections.
 */
export async function buildAndTest(context: ReleaseContext, app: string) {
  const { checkout, siteFolder, signingKey, say } = context;
  const building = buildApps({ checkout, only: [workspaceOf(app)] }).then((built) => {
    say(built.length > 0 ? `Built ${app}.` : `${app} is built from these sources already.`);
    return publishRelease(app, { repository: checkout, siteFolder, commit: commitOf(checkout, app), signingKey });
  });
  const [release, rejections] = await Promise.all([building, testsGate(checkout, app)]);
  if (rejections.length === 0) say('Its tests pass.');
  return { release, rejections };
}

/** Everything that can be checked from the release folders alone. */
export function quickRejections({ siteFolder }: ReleaseContext, release: ReleaseRecord, change: LiveChange): string[] {
  if (!change.apps.shell) throw new Rejection('The site has no shell yet. Release it first: npm run release -- shell');
  const candidate = candidateOf(siteFolder, release, change);
  const manifest = manifestGate(candidate);
  if (manifest.length > 0) return manifest; // the others read it
  return [fitErrors, bundleBudgetGate, scopedStylesGate, checkedStylesGate].flatMap((gate) => gate(candidate));
}

/** @throws Rejection when a page or slot can't be loaded or a page can't be rendered */
export async function renderPages(context: ReleaseContext, app: string, live: Live): Promise<void> {
  const owned = live.registry.routes.filter((route) => app === 'shell' || route.remote === app);
  const backend = context.backend ?? runningSite(context)?.backend ?? null;
  if (!backend && (app === 'shell' || owned.some(isRenderedAhead)))
    throw new Rejection(
      `The pages of ${app} are made from the shop's data, and no backend answers. Start the site (npm start), or name one: --backend https://… --key …`,
    );
  const renderer = startRenderer(live, backend ?? { url: 'http://127.0.0.1:9', key: 'none' }, { retrying: true });
  try {
    const errors = await contractGate(renderer, app);
    if (errors.length > 0) throw new Rejection(...errors);
    if (!backend) return;
    const began = Date.now();
    const store = await pagesOf(context, live, renderer, backend);
    const fetchRows = fetchRowsFrom(backend.url, backend.key, createRetryingFetch());
    const { rejections, pages } = await prerenderGate({ live, app, store, fetchRows });
    if (rejections.length > 0) throw new Rejection(...rejections);
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
  const version = await contentVersionFrom(url, key, createRetryingFetch())().catch((failure: unknown) => {
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new Rejection(`The backend ${url} does not answer (${reason}). Check the address and the key.`);
  });
  return createPageStore({ folder: join(siteFolder, 'pages'), live, renderer, contentVersion: () => version });
}
