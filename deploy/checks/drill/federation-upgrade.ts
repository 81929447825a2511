import { listApps, workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { rmSync } from 'node:fs';
import { buildApps } from '../../release/build/build-apps.mjs';
import { repository } from '../../release/build/ensure-installed.mjs';
import { publishRelease } from '../../release/build/publish-release.ts';
import { addShortSuite, checkoutOf, type CheckoutOf } from '../../release/testing/checkout-of-one.ts';
import { makeLive } from '../../release/testing/make-live.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import type { Visitor } from '../e2e/open-test-site.ts';
import { secondsSince } from './drill-row.ts';
import {
  oldFederationVersion,
  useOldFederation,
  usePresentFederation,
} from './old-federation/install-old-federation.ts';
import type { DrillSite } from './open-drill-site.ts';
import { releaseTool } from './release-tool.ts';
import type { ReleaseStep } from './release-cycle.ts';
import { unexpectedVersions, type ExpectedApp } from './running-federation.ts';
import { openTab, visitByAddress, visitByLinks } from './visit-every-part.ts';

const apps = listApps(repository).map(({ name }) => name);
/**
 * Remotes that are built without the bundle diet have a bundler runtime of their own. The others contain nothing of
 * Module Federation.
 */
const withoutDiet = ['account', 'catalog'];
/** In package.json of each app, built with the older and with the present Module Federation. */
const semver = { old: '1.0.0', present: '1.1.0' };

/**
 * Upgrades Module Federation on a running site: all apps are live with an older version of it, then the shell is released
 * with the present one, the remotes one by one, and the shell is rolled back. After each command a tab that was opened
 * before and a new one use a page of every remote and every slot.
 */
export async function drillFederationUpgrade(site: DrillSite): Promise<ReleaseStep[]> {
  const checkout = checkoutOf(apps);
  try {
    for (const app of apps) addShortSuite(checkout.folder, app);
    const steps = [await goLiveWithOld(site, checkout)];
    const old = appsLive(site);
    const first = await openTab(site);
    usePresentFederation(checkout.folder);
    for (const app of apps) {
      const [from, to] = [`"version": "${semver.old}"`, `"version": "${semver.present}"`];
      checkout.edit(`${workspaceOf(app)}/package.json`, from, to);
      steps.push(await flip(site, checkout, app, { step: 'release with the present runtime', command: [app] }));
    }
    const rollback = { step: 'rollback to the older runtime', command: ['rollback', 'shell'] };
    steps.push(await flip(site, checkout, 'shell', rollback));
    const began = Date.now();
    const failures = await useTab(site, first, visitByLinks, old);
    const outcome = 'it uses the releases that it started with';
    return [...steps, { remote: 'all', step: 'the first tab', seconds: secondsSince(began), outcome, failures }];
  } finally {
    rmSync(checkout.folder, { recursive: true, force: true });
  }
}

async function goLiveWithOld(site: DrillSite, { folder }: CheckoutOf): Promise<ReleaseStep> {
  const began = Date.now();
  useOldFederation(folder);
  for (const app of apps) await withDietOf(app, () => buildApps({ checkout: folder, only: [workspaceOf(app)] }));
  const publish = (app: string) => publishRelease(app, { repository: folder, siteFolder: site.siteFolder });
  await makeLive(site, { apps: Object.fromEntries(apps.map((app) => [app, publish(app).version])) });
  const failures = await useTab(site, await openTab(site), visitByAddress, appsLive(site));
  const outcome = `Module Federation ${oldFederationVersion}`;
  return { remote: 'all', step: 'live with an older runtime', seconds: secondsSince(began), outcome, failures };
}

/** Runs a command of the release tool, and uses the tab that was open and a new one. */
async function flip(
  site: DrillSite,
  checkout: CheckoutOf,
  app: string,
  { step, command }: { step: string; command: string[] },
): Promise<ReleaseStep> {
  const before = appsLive(site);
  const open = await openTab(site);
  const { code, said, seconds } = await withDietOf(app, () => releaseTool(site, checkout.folder, ...command));
  const failures = [
    ...(code === 0 ? [] : [said]),
    ...(await useTab(site, open, visitByLinks, before)),
    ...(await useTab(site, await openTab(site), visitByAddress, appsLive(site))),
  ];
  return { remote: app, step, seconds, outcome: said.split('\n').at(-1) ?? '', failures };
}

/** Uses a tab whose document is of the given releases, and closes it. @returns what did not work */
async function useTab(
  site: DrillSite,
  tab: Visitor,
  visit: typeof visitByLinks,
  expected: ExpectedApp[],
): Promise<string[]> {
  const failures = await visit(site, tab).then(
    () => unexpectedVersions(site, tab, expected),
    (failure: unknown) => [String(failure)],
  );
  await tab.context.close();
  const name = visit === visitByLinks ? 'the open tab' : 'a new tab';
  return [...failures, ...tab.complaints].map((failure) => `${name}: ${failure}`);
}

function appsLive({ siteFolder }: DrillSite): ExpectedApp[] {
  return Object.entries(readLiveRecord(siteFolder)!.apps).map(([app, version]) => ({
    app,
    version,
    isOld: version.startsWith(`${semver.old}-`),
    hasBundlerRuntime: app === 'shell' || withoutDiet.includes(app),
  }));
}

/** Builds of the app, made by the work, have the bundle diet or not. */
async function withDietOf<T>(app: string, work: () => Promise<T>): Promise<T> {
  const former = process.env.TWOSTROKE_BUNDLE_DIET;
  process.env.TWOSTROKE_BUNDLE_DIET = withoutDiet.includes(app) ? 'off' : 'on';
  try {
    return await work();
  } finally {
    if (former === undefined) delete process.env.TWOSTROKE_BUNDLE_DIET;
    else process.env.TWOSTROKE_BUNDLE_DIET = former;
  }
}
