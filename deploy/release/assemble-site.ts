import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';
import type { RegistryFile, RegistryRoute, RegistrySlot, RegistryStyle } from '@twostroke/shared/contracts/registry';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compressFiles } from './compress-files.ts';
import type { Live } from './live.ts';

/** Files of a build that only the release step reads. */
const BUILD_FACTS = new Set([
  'manifest.json',
  'parts.json',
  'shell.json',
  'mf-manifest.json',
  'mf-stats.json',
  '.sources',
]);

interface Release {
  /** Address of the immutable folder, e.g. `/r/catalog/1.0.0-1a2b3c4d`. */
  base: string;
  version: string;
  folder: string;
}

interface Parts {
  js: string[];
  css: { file: string; key: string }[];
}

/**
 * Publishes the builds of all apps into a site folder: an immutable folder `r/<app>/<version>/` each (version and
 * content hash), then the live record.
 * @param repository folder that holds the apps with their dist/
 * @throws Error when an app was not built or two remotes own one path
 */
export function assembleSite(repository: string, siteFolder: string): Live {
  const shell = publish(repository, siteFolder, 'shell', 'shell');
  const remotes = ['catalog', 'cart', 'account', 'admin'].map((name) => ({
    name,
    release: publish(repository, siteFolder, name, `${name}-mfe`),
  }));
  const integrity: Record<string, string> = {};
  for (const { base, folder } of [shell, ...remotes.map(({ release }) => release)])
    for (const file of scriptsIn(folder)) integrity[`${base}/${file}`] = integrityOf(join(folder, file));

  const routes: RegistryRoute[] = [];
  const slots: RegistrySlot[] = [];
  const registryRemotes = remotes.map(({ name, release }) => {
    const entryFile = readdirSync(release.folder).find((file) => /^remoteEntry\..*js$/.test(file));
    if (!entryFile) throw new Error(`${name} has no remoteEntry. Build it again: npm run build -w ${name}-mfe`);
    const entry = `${release.base}/${entryFile}`;
    for (const retry of [1, 2]) integrity[`${entry}?r=${retry}`] = integrity[entry]!;
    const manifest = readFact<RemoteManifest>(repository, name, 'manifest.json');
    const parts = readFact<Record<'pages' | 'slots', Record<string, Parts>>>(repository, name, 'parts.json');
    const filesOf = ({ js, css }: Parts): { js: RegistryFile[]; css: RegistryStyle[] } => ({
      js: [entryFile, ...js].map((file) => ({
        href: `${release.base}/${file}`,
        integrity: integrity[`${release.base}/${file}`]!,
      })),
      css: css.map(({ file, key }) => ({
        href: `${release.base}/${file}`,
        integrity: integrityOf(join(release.folder, file)),
        key,
      })),
    });
    for (const { page, path, access, prerender } of manifest.routes) {
      const owner = routes.find((route) => route.path === path);
      if (owner) throw new Error(`${path} is owned by ${owner.remote}; ${name} can't offer it too.`);
      routes.push({
        id: `${name}:${page}`,
        remote: name,
        page,
        path,
        access,
        prerender,
        ...filesOf(parts.pages[page]!),
      });
    }
    for (const slot of manifest.slots) slots.push({ ...slot, remote: name, ...filesOf(parts.slots[slot.name]!) });
    return { name, version: release.version, entry };
  });

  const shellFiles = JSON.parse(readFileSync(join(repository, 'shell/dist/shell.json'), 'utf8')) as Record<
    'js' | 'css',
    string[]
  >;
  const asset = (pattern: RegExp): string | null => {
    const file = readdirSync(shell.folder).find((name) => pattern.test(name));
    return file ? `${shell.base}/${file}` : null;
  };
  const live: Live = {
    schema: 1,
    shell: {
      version: shell.version,
      js: shellFiles.js.map((file) => `${shell.base}/${file}`),
      css: shellFiles.css.map((file) => `${shell.base}/${file}`),
      fontPreload: asset(/^anek-condensed-700\.[0-9a-f]+\.woff2$/),
      icon: asset(/^mark\..*svg$/),
    },
    registry: { schema: 1, remotes: registryRemotes, routes, slots },
    integrity,
  };
  const next = join(siteFolder, 'live.json.next');
  writeFileSync(next, `${JSON.stringify(live, null, 2)}\n`);
  renameSync(next, join(siteFolder, 'live.json'));
  return live;
}

function readFact<T>(repository: string, name: string, file: string): T {
  return JSON.parse(readFileSync(join(repository, `${name}-mfe`, 'dist', file), 'utf8')) as T;
}

function publish(repository: string, siteFolder: string, name: string, app: string): Release {
  const dist = join(repository, app, 'dist');
  if (!existsSync(dist)) throw new Error(`${app} is not built. Run: npm run build -w ${app}`);
  const { version: semver } = JSON.parse(readFileSync(join(repository, app, 'package.json'), 'utf8')) as {
    version: string;
  };
  const version = `${semver}-${hashOfFolder(dist)}`;
  const folder = join(siteFolder, 'r', name, version);
  if (!existsSync(folder)) {
    const half = `${folder}.part`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { recursive: true });
    cpSync(dist, half, { recursive: true, filter: (file) => !BUILD_FACTS.has(relative(dist, file)) });
    compressFiles(half);
    renameSync(half, folder);
  }
  return { base: `/r/${name}/${version}`, version, folder };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function scriptsIn(folder: string): string[] {
  return filesIn(folder).filter((file) => file.endsWith('.js'));
}

function hashOfFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const file of filesIn(folder).filter((name) => name !== '.sources'))
    hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 8);
}

function integrityOf(file: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;
}
