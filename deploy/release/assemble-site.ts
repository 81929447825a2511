import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';
import type {
  RegistryFile,
  RegistryRemote,
  RegistryRoute,
  RegistrySlot,
  RegistryStyle,
} from '@twostroke/shared/contracts/registry';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Live } from './live.ts';
import { assetOf, integrityOf, publishRelease, type PublishOptions, type Release } from './publish-release.ts';

/** The remotes of the site, by workspace folder. */
const remoteApps = ['catalog-mfe', 'cart-mfe', 'account-mfe', 'admin-mfe'];

interface Part {
  js: string[];
  css: { file: string; key: string }[];
}

interface Offer {
  remote: RegistryRemote;
  routes: RegistryRoute[];
  slots: RegistrySlot[];
  integrity: Record<string, string>;
}

/**
 * Publishes the builds of all apps into a site folder, then flips the live record.
 * @throws Error when an app was not built or two remotes own one path
 */
export function assembleSite(options: PublishOptions): Live {
  const shell = publishRelease('shell', options);
  const offers = remoteApps.map((app) => offerOf(publishRelease(app, options)));
  const routes = offers.flatMap((offer) => offer.routes);
  refuseTwoOwners(routes);
  const files = shell.readFact<Record<'js' | 'css', string[]>>('shell.json');
  const live: Live = {
    schema: 1,
    shell: {
      version: shell.version,
      js: files.js.map((file) => `${shell.base}/${file}`),
      css: files.css.map((file) => `${shell.base}/${file}`),
      fontPreload: assetOf(shell, /^anek-condensed-700\.[0-9a-f]+\.woff2$/),
      icon: assetOf(shell, /^mark\..*svg$/),
    },
    registry: {
      schema: 1,
      remotes: offers.map(({ remote }) => remote),
      routes,
      slots: offers.flatMap(({ slots }) => slots),
    },
    integrity: Object.assign({}, shell.integrity, ...offers.map(({ integrity }) => integrity)) as Record<
      string,
      string
    >,
  };
  // Two processes may assemble in one folder (tests share theirs): each writes a file of its own and renames it.
  const next = join(options.siteFolder, `live.json.${process.pid}.next`);
  writeFileSync(next, `${JSON.stringify(live, null, 2)}\n`);
  renameSync(next, join(options.siteFolder, 'live.json'));
  return live;
}

/** What a release adds to the registry: its entry, its routes with the files they need, its slots. */
function offerOf(release: Release): Offer {
  const { app, base, folder, version } = release;
  const entry = assetOf(release, /^remoteEntry\.[0-9a-f]+\.js$/);
  if (!entry) throw new Error(`${app} has no remoteEntry. Build it again: npm run build -w ${app}`);
  const integrity = { ...release.integrity };
  // A retry asks for the entry under another address: without its hash here, an altered file would run.
  for (const retry of [1, 2]) integrity[`${entry}?r=${retry}`] = integrity[entry]!;
  const manifest = release.readFact<RemoteManifest>('manifest.json');
  const parts = release.readFact<Record<'pages' | 'slots', Record<string, Part>>>('parts.json');
  const filesOf = (part: Part): { js: RegistryFile[]; css: RegistryStyle[] } => ({
    js: [entry, ...part.js.map((file) => `${base}/${file}`)].map((href) => ({ href, integrity: integrity[href]! })),
    css: part.css.map(({ file, key }) => ({
      href: `${base}/${file}`,
      integrity: integrityOf(join(folder, file)),
      key,
    })),
  });
  const remote = manifest.name;
  return {
    remote: { name: remote, version, entry },
    routes: manifest.routes.map((route) => ({
      ...route,
      id: `${remote}:${route.page}`,
      remote,
      ...filesOf(parts.pages[route.page]!),
    })),
    slots: manifest.slots.map((slot) => ({ ...slot, remote, ...filesOf(parts.slots[slot.name]!) })),
    integrity,
  };
}

function refuseTwoOwners(routes: RegistryRoute[]): void {
  const owners = new Map<string, string>();
  for (const { path, remote } of routes) {
    const owner = owners.get(path);
    if (owner) throw new Error(`${path} is owned by ${owner}; ${remote} can't offer it too.`);
    owners.set(path, remote);
  }
}
