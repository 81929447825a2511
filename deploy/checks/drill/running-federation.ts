import type { Page } from 'playwright-core';
import type { Visitor } from '../e2e/open-test-site.ts';
import { readRelease } from '../../site/record/release-record.ts';
import { oldFederationVersion } from './old-federation/install-old-federation.ts';
import type { DrillSite } from './open-drill-site.ts';

/** A release that must run in a tab. */
export interface ExpectedApp {
  app: string;
  version: string;
  /** Whether it was built with the older Module Federation. */
  isOld: boolean;
  /** Whether its build contains a bundler runtime. The others use the shell's. */
  hasBundlerRuntime: boolean;
}

/** In the code of the present bundler runtime, which passes it to the core, and not in that of the older one. */
const ONLY_IN_PRESENT = 'trigger:"build"';

/**
 * Compares what really ran in a tab with the expected releases: each file that it loaded, the version of the core that
 * made each app's instance, and the code of the bundler runtimes.
 * @returns what is otherwise
 */
export async function unexpectedVersions(
  site: DrillSite,
  { page, requests }: Visitor,
  expected: ExpectedApp[],
): Promise<string[]> {
  const files = requests.map((address) => new URL(address).pathname);
  const cores = await coresIn(page);
  const shellIsOld = expected.some(({ app, isOld }) => app === 'shell' && isOld);
  const errors = expected.map(async ({ app, version, isOld, hasBundlerRuntime }) => {
    const { shell, remote, federationVersion } = readRelease(site.siteFolder, app, version);
    const first = shell ? shell.js[0]! : remote!.entry;
    const code = await (await fetch(site.url + first)).text();
    const foreign = files.filter((file) => file.startsWith(`/r/${app}/`) && !file.startsWith(`/r/${app}/${version}/`));
    const core = cores[app] ?? 'no core';
    return [
      ...(files.includes(first) ? [] : [`it did not load ${first}`]),
      ...foreign.map((file) => `it loaded ${file}`),
      ...((federationVersion === oldFederationVersion) === isOld
        ? []
        : [`${app} ${version} was built with ${federationVersion}`]),
      ...(app in cores && (core === oldFederationVersion) === shellIsOld ? [] : [`${app} ran on ${core}`]),
      ...(code.includes(ONLY_IN_PRESENT) === (hasBundlerRuntime && !isOld)
        ? []
        : [`${first} has ${isOld ? 'the present' : 'no or an older'} bundler runtime`]),
    ];
  });
  return (await Promise.all(errors)).flat();
}

/** The version of the core that made each app's instance, as the core's own code has it. */
function coresIn(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const { __FEDERATION__ } = globalThis as typeof globalThis & {
      __FEDERATION__: { __INSTANCES__: { name: string; version: string }[] };
    };
    return Object.fromEntries(__FEDERATION__.__INSTANCES__.map(({ name, version }) => [name, version]));
  });
}
