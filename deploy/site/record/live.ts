import type { Registry, RegistryRemote, RegistryRoute, RegistrySlot } from '@twostroke/shared/contracts/registry';
import { createHash } from 'node:crypto';
import { ownerErrors } from './fit/owners.ts';
import type { LiveRecord, Preview } from './live-record.ts';
import { nodeEntry, readRelease, type ReleaseRecord, type ShellOffer } from './release-record.ts';

/** The input of documents: the combined live releases. */
export interface Live {
  /** Names this combination of releases, e.g. for error reports. */
  release: string;
  /** Whether this is the set for the canary's share of the visitors. */
  canary: boolean;
  /**
   * The version that a tester sees instead of the live one; `ended` when the requested version is not available (any
   * more).
   */
  preview?: Preview | 'ended';
  shell: ShellOffer & { version: string };
  registry: Registry;
  /** Integrity of every script of every live release, by its address; goes into the import map. */
  integrity: Record<string, string>;
  /** Modules that render pages in Node, by app; an app without one is rendered in the browser only. */
  nodeEntries: Record<string, string>;
}

/**
 * Combines the releases of a live record.
 * @param canary whether to take the canary's version where there is one
 * @throws Error when a release is missing or two remotes own one path
 */
export function composeLive(siteFolder: string, record: LiveRecord, canary = false): Live {
  const versions = { ...record.apps };
  if (canary && record.canary) versions[record.canary.app] = record.canary.version;
  const releases = Object.entries(versions).map(([app, version]) => readRelease(siteFolder, app, version));
  const shell = releases.find(({ app }) => app === 'shell');
  if (!shell?.shell) throw new Error('The site has no shell. Release it first: npm run release -- shell');
  const offers = releases.filter(({ remote }) => remote).map((release) => offerOf(release, record.disabled));
  const [twoOwners] = ownerErrors(releases.flatMap(({ remote }) => (remote ? [remote.manifest] : [])));
  if (twoOwners) throw new Error(twoOwners);
  return {
    release: nameOf(versions, record.disabled),
    canary: canary && record.canary !== null,
    shell: { version: shell.version, ...shell.shell },
    registry: {
      schema: 1,
      remotes: offers.map(({ remote }) => remote),
      routes: offers.flatMap(({ routes }) => routes),
      slots: offers.flatMap(({ slots }) => slots),
    },
    integrity: Object.assign({}, shell.integrity, ...offers.map(({ integrity }) => integrity)) as Record<
      string,
      string
    >,
    nodeEntries: Object.fromEntries(
      Object.entries(versions).flatMap(([app, version]) => {
        const entry = nodeEntry(siteFolder, app, version);
        return entry ? [[app, entry]] : [];
      }),
    ),
  };
}

/**
 * Composes the releases for a tester: the live ones, with one version replaced. A disabled remote is enabled for the
 * tester.
 * @throws Error when a release is missing or two remotes own one path
 */
export function composePreview(siteFolder: string, record: LiveRecord, preview: Preview): Live {
  const { app, version } = preview;
  const shown: LiveRecord = {
    ...record,
    apps: { ...record.apps, [app]: version },
    canary: null,
    disabled: record.disabled.filter((name) => name !== app),
  };
  return asPreview(composeLive(siteFolder, shown), preview);
}

/** The releases for a tester whose preview is not available (any more): the live site, without reports. */
export function endedPreview(stable: Live): Live {
  return asPreview(stable, 'ended');
}

/**
 * Every shell names the release in its reports, also one older than previews; the database ignores reports with this
 * name.
 */
function asPreview(live: Live, preview: NonNullable<Live['preview']>): Live {
  return { ...live, release: `preview-${live.release}`, preview };
}

/** The registry entry of a release: its entry file, its routes with the files they need, its slots. */
function offerOf(release: ReleaseRecord, disabled: string[]) {
  const { manifest, entry, pages, slots } = release.remote!;
  const integrity = { ...release.integrity };
  // A retry requests the entry at another address: without its hash here, an altered file would run.
  for (const retry of [1, 2]) integrity[`${entry}?r=${retry}`] = integrity[entry]!;
  const name = manifest.name;
  const remote: RegistryRemote = { name, version: release.version, entry };
  if (disabled.includes(name)) remote.disabled = true;
  return {
    remote,
    routes: manifest.routes.map((route): RegistryRoute => ({
      ...route,
      id: `${name}:${route.page}`,
      remote: name,
      ...pages[route.page]!,
    })),
    slots: manifest.slots.map((slot): RegistrySlot => ({ ...slot, remote: name, ...slots[slot.name]! })),
    integrity,
  };
}

function nameOf(versions: Record<string, string>, disabled: string[]): string {
  const text = JSON.stringify([Object.entries(versions).sort(), [...disabled].sort()]);
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
