import { manifestErrors, remoteManifest } from '@twostroke/shared/contracts/manifest-errors';
import * as v from 'valibot';
import { appName, version } from './live-record-schema.ts';

/** Letters, digits and a few signs in each part: nothing that ends an attribute, leaves the folder or the site. */
const ADDRESS = /^\/r(\/[A-Za-z0-9_][A-Za-z0-9_.@~+-]*)+$/;
const FILE = /^(r|private)(\/[A-Za-z0-9_][A-Za-z0-9_.@~+-]*)+$/;
const address = v.pipe(v.string(), v.regex(ADDRESS, 'It must be a file below /r/.'));

/** Of the exact length: browsers ignore a malformed value, and run the file without one. */
const INTEGRITY = /^sha(256-[A-Za-z0-9+/]{43}=|384-[A-Za-z0-9+/]{64}|512-[A-Za-z0-9+/]{86}==)$/;
const integrity = v.pipe(v.string(), v.regex(INTEGRITY, 'It must be a hash like sha256-…'));

const file = v.object({
  href: address,
  integrity,
  /** Size as it is sent to a browser that knows Brotli; missing in older releases. */
  bytes: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});
/** A style sheet also has the key by which the bundler recognises it as loaded. */
const style = v.object({
  ...file.entries,
  key: v.pipe(v.string(), v.regex(/^[\w:./@-]+$/, 'It must be a key of a chunk.')),
});
const partFiles = v.object({ js: v.array(file), css: v.array(style) });

const shellOffer = v.object({
  js: v.array(address),
  css: v.array(address),
  fontPreload: v.nullable(address),
  icon: v.nullable(address),
});

const remoteOffer = v.object({
  /** What is wrong between its routes the gates say (manifestErrors), so that a release is rejected with reasons. */
  manifest: remoteManifest,
  /** Address of its remoteEntry. */
  entry: address,
  pages: v.record(v.string(), partFiles),
  slots: v.record(v.string(), partFiles),
});

/**
 * The record of a release (`release.json`): written once, beside the release's Node build, and enough to make it live
 * later without its sources.
 */
const releaseRecord = v.object({
  schema: v.literal(1),
  app: appName('It must be lower-case letters, digits and _.'),
  /** Version of package.json and a hash of the contents, e.g. `1.0.0-1a2b3c4d`. */
  version: version("It can't be a folder's name."),
  /** Commit it was built from, when that is known. */
  commit: v.nullable(v.string()),
  /** Run-time interfaces between shell and remotes: which ones the shell provides, or the one that a remote needs. */
  runtimeApis: v.array(v.number()),
  /** Version of Module Federation that it was built with. Remotes run on the shell's, which may be another. */
  federationVersion: v.string(),
  /** Shared modules: the version that the shell provides, or the range that a remote needs. */
  shares: v.record(v.string(), v.string()),
  /** The names of shared modules that the shell exports, or that a remote imports; missing in older releases. */
  sharedNames: v.exactOptional(v.record(v.string(), v.array(v.string()))),
  /** Built with TWOSTROKE_BUNDLE_DIET=off: it has byte budgets of its own. */
  untouchedLibraries: v.exactOptional(v.literal(true)),
  /** Integrity of every other file, public or private, by its path in the site folder; missing in older releases. */
  files: v.exactOptional(v.record(v.pipe(v.string(), v.regex(FILE, 'It must be a file of a release.')), integrity)),
  /** Integrity of every script, by its address. */
  integrity: v.record(address, integrity),
  shell: v.exactOptional(shellOffer),
  remote: v.exactOptional(remoteOffer),
});

export type ReleaseRecord = v.InferOutput<typeof releaseRecord>;
export type ShellOffer = v.InferOutput<typeof shellOffer>;
export type PartFiles = v.InferOutput<typeof partFiles>;
export type RemoteOffer = v.InferOutput<typeof remoteOffer>;

/**
 * Parses a release. Its addresses are safe in HTML, lie in its own folder, and each script has its integrity.
 * @throws Error with every validation error
 */
export function parseReleaseRecord(text: string): ReleaseRecord {
  const { success, output, issues } = v.safeParse(releaseRecord, JSON.parse(text));
  const errors = success ? addressErrors(output) : issues.flatMap(sentencesOf);
  if (success && errors.length === 0) return output;
  throw new Error([...new Set(errors)].join(' '));
}

function addressErrors({ app, version, integrity, shell, remote }: ReleaseRecord): string[] {
  const parts = remote ? Object.values({ ...remote.pages, ...remote.slots }) : [];
  const scripts = [
    ...(shell?.js ?? []),
    ...(remote ? [remote.entry] : []),
    ...parts.flatMap(({ js }) => js.map(hrefOf)),
  ];
  const others = [
    ...(shell ? [...shell.css, shell.fontPreload, shell.icon] : []),
    ...parts.flatMap(({ css }) => css.map(hrefOf)),
  ];
  const named = [...scripts, ...others, ...Object.keys(integrity)].filter((href) => href !== null);
  const altered = parts.flatMap(({ js }) => js).filter((script) => integrity[script.href] !== script.integrity);
  return [
    ...named
      .filter((href) => !href.startsWith(`/r/${app}/${version}/`))
      .map((href) => `${href} is not in the folder of ${app} ${version}.`),
    ...scripts.filter((href) => !Object.hasOwn(integrity, href)).map((href) => `${href} has no integrity.`),
    ...altered.map(({ href }) => `${href} has two values of integrity.`),
  ];
}

function hrefOf({ href }: { href: string }): string {
  return href;
}

function sentencesOf(issue: v.BaseIssue<unknown>): string[] {
  const manifest = issue.path?.find(({ key }) => key === 'manifest');
  return manifest ? manifestErrors(manifest.value) : [`${v.getDotPath(issue) ?? 'record'}: ${issue.message}`];
}
