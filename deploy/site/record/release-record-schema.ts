import { manifestErrors, remoteManifest } from '@twostroke/shared/contracts/manifest-errors';
import * as v from 'valibot';

const file = v.object({ href: v.string(), integrity: v.string() });
/** A style sheet also has the key by which the bundler recognises it as loaded. */
const style = v.object({ ...file.entries, key: v.string() });
const partFiles = v.object({ js: v.array(file), css: v.array(style) });

const shellOffer = v.object({
  js: v.array(v.string()),
  css: v.array(v.string()),
  fontPreload: v.nullable(v.string()),
  icon: v.nullable(v.string()),
});

const remoteOffer = v.object({
  /** What is wrong between its routes the gates say (manifestErrors), so that a release is rejected with reasons. */
  manifest: remoteManifest,
  /** Address of its remoteEntry. */
  entry: v.string(),
  pages: v.record(v.string(), partFiles),
  slots: v.record(v.string(), partFiles),
});

/**
 * The record of a release (`release.json`): written once, beside the release's Node build, and enough to make it live
 * later without its sources.
 */
const releaseRecord = v.object({
  schema: v.literal(1),
  app: v.string(),
  /** Version of package.json and a hash of the contents, e.g. `1.0.0-1a2b3c4d`. */
  version: v.string(),
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
  /** Integrity of every script, by its address. */
  integrity: v.record(v.string(), v.string()),
  shell: v.exactOptional(shellOffer),
  remote: v.exactOptional(remoteOffer),
});

export type ReleaseRecord = v.InferOutput<typeof releaseRecord>;
export type ShellOffer = v.InferOutput<typeof shellOffer>;
export type PartFiles = v.InferOutput<typeof partFiles>;
export type RemoteOffer = v.InferOutput<typeof remoteOffer>;

/** Parses a release. @throws Error with every validation error */
export function parseReleaseRecord(text: string): ReleaseRecord {
  const { success, output, issues } = v.safeParse(releaseRecord, JSON.parse(text));
  if (success) return output;
  throw new Error([...new Set(issues.flatMap(sentencesOf))].join(' '));
}

function sentencesOf(issue: v.BaseIssue<unknown>): string[] {
  const manifest = issue.path?.find(({ key }) => key === 'manifest');
  return manifest ? manifestErrors(manifest.value) : [`${v.getDotPath(issue) ?? 'record'}: ${issue.message}`];
}
