import { workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { remoteManifest } from '@twostroke/shared/contracts/manifest-errors';
import * as v from 'valibot';
import { VERSION_PLACEHOLDER } from '@twostroke/shared/tooling/version-placeholder.mjs';
import { createHash, type KeyObject } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { filesIn } from '../files-in.ts';
import { billOfMaterials, bundledPackages } from './bill-of-materials.ts';
import { compressFiles } from '../../site/documents/compress-files.ts';
import { isCompressedForm } from '../../site/documents/compression-dictionary.ts';
import {
  privateFolder,
  publicFolder,
  readRelease,
  type PartFiles,
  type ReleaseRecord,
  type RemoteOffer,
  type ShellOffer,
} from '../../site/record/release-record.ts';
import { integrityOfFile, isSigned, signRelease } from '../../site/record/release-signature.ts';
import { writeDeltas } from './write-deltas.ts';

/** Files of a build that only the release step reads. */
const BUILD_FACTS = new Set([
  'bundled-packages.json',
  'manifest.json',
  'parts.json',
  'shell.json',
  'shared-names.json',
  'runtime-apis.json',
  'untouched-libraries.json',
  'mf-manifest.json',
  'mf-stats.json',
  '.sources',
]);

export interface PublishOptions {
  repository: string;
  siteFolder: string;
  /** Name of the folder an app was built into; `dist` unless it is being developed. */
  buildFolderOf?: (app: string) => string;
  /** Whether to write compressed forms of files; off in development. */
  compress?: boolean;
  /** Commit the builds were made from. */
  commit?: string | null;
  /** The team's key: signs the release, unless it is signed. */
  signingKey?: KeyObject | null;
}

/** One built page or slot, as the build wrote it: file names relative to the build. */
const builtPart = v.object({ js: v.array(v.string()), css: v.array(v.object({ file: v.string(), key: v.string() })) });
const builtParts = v.object({ pages: v.record(v.string(), builtPart), slots: v.record(v.string(), builtPart) });
const shellFiles = v.object({ js: v.array(v.string()), css: v.array(v.string()) });
const federationManifest = v.object({
  metaData: v.object({ pluginVersion: v.string() }),
  shared: v.array(v.object({ name: v.string(), version: v.string(), requiredVersion: v.string() })),
});
const packageFacts = v.object({ version: v.string() });

type BuiltPart = v.InferOutput<typeof builtPart>;
type BuiltParts = v.InferOutput<typeof builtParts>;

/** @throws Error that names the file when the build wrote something else into it */
function readFact<Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, JSON.parse(readFileSync(file, 'utf8')));
  if (success) return output;
  throw new Error(`${file} is not as this release tool expects it:\n${v.summarize(issues)}`);
}

/**
 * Copies an app's builds into the site folder, unless that release exists already: a release never changes. The browser
 * build goes to `r/<app>/<version>/`, the Node build, the record and the bill of materials to `private/<app>/<version>/`.
 * @param app name of the app, e.g. `catalog`
 * @throws Error when the app was not built
 */
export function publishRelease(app: string, options: PublishOptions): ReleaseRecord {
  const { repository, siteFolder, buildFolderOf = () => 'dist', compress = true, commit = null } = options;
  const { signingKey = null } = options;
  const workspace = join(repository, workspaceOf(app));
  const build = join(workspace, buildFolderOf(workspaceOf(app)));
  const nodeBuild = build.endsWith('dist') ? join(workspace, 'dist-node') : null;
  if (!existsSync(build) || (nodeBuild && !existsSync(nodeBuild)))
    throw new Error(`${app} is not built. Run: npm run build -w ${workspaceOf(app)}`);
  const { version: semver } = readFact(join(workspace, 'package.json'), packageFacts);
  const version = `${semver}-${hashOfFolders([build, ...(nodeBuild ? [nodeBuild] : [])])}`;
  const [publicHome, privateHome] = [publicFolder(siteFolder, app, version), privateFolder(siteFolder, app, version)];
  if (!existsSync(publicHome))
    createFolder(publicHome, (half) => {
      cpSync(build, half, { recursive: true, filter: (file) => !BUILD_FACTS.has(relative(build, file)) });
      if (!compress) return;
      compressFiles(half, cacheIn(repository));
      writeDeltas(half, publicHome);
    });
  // Last, because a release with a record counts as complete.
  if (!existsSync(privateHome))
    createFolder(privateHome, (half) => {
      if (nodeBuild) copyNodeBuild(nodeBuild, join(half, 'node'), version);
      const record = describeRelease({
        app,
        version,
        commit,
        build,
        folder: publicHome,
        nodeFolder: join(half, 'node'),
      });
      const builds = [build, ...(nodeBuild ? [nodeBuild] : [])];
      const packages = builds.map((folder) => readFact(join(folder, 'bundled-packages.json'), bundledPackages));
      writeFileSync(join(half, 'bom.json'), billOfMaterials({ app, version }, packages));
      writeFileSync(join(half, 'release.json'), `${JSON.stringify(record, null, 2)}\n`);
    });
  if (signingKey && !isSigned(siteFolder, app, version)) signRelease(siteFolder, app, version, signingKey);
  return readRelease(siteFolder, app, version);
}

/** Where a checkout keeps compressed files for its next release; one without packages is temporary. */
function cacheIn(repository: string): string | null {
  const packages = join(repository, 'node_modules');
  return existsSync(packages) ? join(packages, '.cache/twostroke-compressed') : null;
}

/** Fills a new folder under a temporary name and renames it, so that readers see all of it or nothing. */
function createFolder(folder: string, fill: (half: string) => void): void {
  const half = `${folder}.${process.pid}.part`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  fill(half);
  try {
    renameSync(half, folder);
  } catch (failure) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(folder)) throw failure; // another process made the same release meanwhile
  }
}

/** Node builds print the addresses of style sheets and pictures, which contain the version. */
function copyNodeBuild(from: string, to: string, version: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of filesIn(from).filter((name) => !BUILD_FACTS.has(name)))
    writeFileSync(join(to, file), readFileSync(join(from, file), 'utf8').replaceAll(VERSION_PLACEHOLDER, version));
}

function describeRelease(release: {
  app: string;
  version: string;
  commit: string | null;
  build: string;
  folder: string;
  nodeFolder: string;
}): ReleaseRecord {
  const { app, version, commit, build, folder, nodeFolder } = release;
  const base = `/r/${app}/${version}`;
  const scripts = filesIn(folder).filter((file) => file.endsWith('.js'));
  const integrity = Object.fromEntries(scripts.map((file) => [`${base}/${file}`, integrityOfFile(join(folder, file))]));
  const others = [
    ...filesIn(folder)
      .filter((file) => !file.endsWith('.js') && !isCompressedForm(file))
      .map((file) => [`r/${app}/${version}/${file}`, join(folder, file)] as const),
    ...(existsSync(nodeFolder) ? filesIn(nodeFolder) : []).map(
      (file) => [`private/${app}/${version}/node/${file}`, join(nodeFolder, file)] as const,
    ),
  ];
  const fact = <Schema extends v.GenericSchema>(file: string, schema: Schema) => readFact(join(build, file), schema);
  const federation = fact('mf-manifest.json', federationManifest);
  const isShell = app === 'shell';
  return {
    schema: 1,
    app,
    version,
    commit,
    runtimeApis: fact('runtime-apis.json', v.array(v.number())),
    federationVersion: federation.metaData.pluginVersion,
    shares: Object.fromEntries(
      federation.shared.map((share) => [share.name, isShell ? share.version : share.requiredVersion]),
    ),
    sharedNames: fact('shared-names.json', v.record(v.string(), v.array(v.string()))),
    ...(existsSync(join(build, 'untouched-libraries.json')) ? { untouchedLibraries: true } : {}),
    files: Object.fromEntries(others.map(([path, file]) => [path, integrityOfFile(file)])),
    integrity,
    ...(isShell
      ? { shell: shellOffer(base, folder, fact('shell.json', shellFiles)) }
      : {
          remote: remoteOffer(base, folder, integrity, {
            manifest: fact('manifest.json', remoteManifest),
            parts: fact('parts.json', builtParts),
          }),
        }),
  };
}

function shellOffer(base: string, folder: string, files: v.InferOutput<typeof shellFiles>): ShellOffer {
  return {
    js: files.js.map((file) => `${base}/${file}`),
    css: files.css.map((file) => `${base}/${file}`),
    fontPreload: assetOf(base, folder, /^anek-condensed-700\.[0-9a-f]+\.woff2$/),
    icon: assetOf(base, folder, /^mark\..*svg$/),
  };
}

function remoteOffer(
  base: string,
  folder: string,
  integrity: Record<string, string>,
  { manifest, parts }: { manifest: RemoteOffer['manifest']; parts: BuiltParts },
): RemoteOffer {
  const entry = assetOf(base, folder, /^remoteEntry\.[0-9a-f]+\.js$/);
  if (!entry) throw new Error(`${manifest.name} has no remoteEntry. Build it again.`);
  const filesOf = (part: BuiltPart): PartFiles => ({
    js: [basename(entry), ...part.js].map((file) => ({
      href: `${base}/${file}`,
      integrity: integrity[`${base}/${file}`]!,
      bytes: sentBytes(join(folder, file)),
    })),
    css: part.css.map(({ file, key }) => ({
      href: `${base}/${file}`,
      integrity: integrityOfFile(join(folder, file)),
      bytes: sentBytes(join(folder, file)),
      key,
    })),
  });
  const withFiles = (group: Record<string, BuiltPart>) =>
    Object.fromEntries(Object.entries(group).map(([name, part]) => [name, filesOf(part)]));
  return { manifest, entry, pages: withFiles(parts.pages), slots: withFiles(parts.slots) };
}

/** Size of a file as it is sent to a browser that knows Brotli. */
function sentBytes(file: string): number {
  const compressed = `${file}.br`;
  return statSync(existsSync(compressed) ? compressed : file).size;
}

/** First file directly in a folder whose name matches, as an address. */
function assetOf(base: string, folder: string, pattern: RegExp): string | null {
  const file = readdirSync(folder).find((name) => pattern.test(name));
  return file ? `${base}/${file}` : null;
}

function hashOfFolders(folders: string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const file of filesIn(folder))
      if (file !== '.sources') hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 8);
}
