import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compressFiles } from './compress-files.ts';

/** Files of a build that only the release step reads. */
const BUILD_FACTS = new Set([
  'manifest.json',
  'parts.json',
  'shell.json',
  'mf-manifest.json',
  'mf-stats.json',
  '.sources',
]);

/** A published build: an immutable folder of the site. */
export interface Release {
  app: string;
  /** Version of package.json and a hash of the contents, e.g. `1.0.0-1a2b3c4d`. */
  version: string;
  /** Address of the folder, e.g. `/r/catalog/1.0.0-1a2b3c4d`. */
  base: string;
  folder: string;
  /** Integrity of every script, by its address. */
  integrity: Record<string, string>;
  /** Reads one of the facts that the build wrote for the release step. */
  readFact<T>(file: string): T;
}

export interface PublishOptions {
  repository: string;
  siteFolder: string;
  /** Name of the folder an app was built into; `dist` unless it is being developed. */
  buildFolderOf?: (app: string) => string;
  /** Whether to write .br and .gz files; off in development. */
  compress?: boolean;
}

/**
 * Copies an app's build to `r/<name>/<version>/`, unless that release exists already: a release never changes.
 * @param app workspace folder, e.g. `catalog-mfe`
 * @throws Error when the app was not built
 */
export function publishRelease(app: string, options: PublishOptions): Release {
  const { repository, siteFolder, buildFolderOf = () => 'dist', compress = true } = options;
  const build = join(repository, app, buildFolderOf(app));
  if (!existsSync(build)) throw new Error(`${app} is not built. Run: npm run build -w ${app}`);
  const name = app.replace(/-mfe$/, '');
  const { version: semver } = JSON.parse(readFileSync(join(repository, app, 'package.json'), 'utf8')) as {
    version: string;
  };
  const version = `${semver}-${hashOfFolder(build)}`;
  const folder = join(siteFolder, 'r', name, version);
  if (!existsSync(folder)) {
    const half = `${folder}.part`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { recursive: true });
    cpSync(build, half, { recursive: true, filter: (file) => !BUILD_FACTS.has(relative(build, file)) });
    if (compress) compressFiles(half);
    renameSync(half, folder);
  }
  const base = `/r/${name}/${version}`;
  const scripts = filesIn(folder).filter((file) => file.endsWith('.js'));
  return {
    app,
    version,
    base,
    folder,
    integrity: Object.fromEntries(scripts.map((file) => [`${base}/${file}`, integrityOf(join(folder, file))])),
    readFact: <T>(file: string) => JSON.parse(readFileSync(join(build, file), 'utf8')) as T,
  };
}

/** First file directly in a release folder whose name matches, as an address. */
export function assetOf({ base, folder }: Release, pattern: RegExp): string | null {
  const file = readdirSync(folder).find((name) => pattern.test(name));
  return file ? `${base}/${file}` : null;
}

export function integrityOf(file: string): string {
  return `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function hashOfFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const file of filesIn(folder))
    if (file !== '.sources') hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 8);
}
