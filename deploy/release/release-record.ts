import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';
import type { RegistryFile, RegistryStyle } from '@twostroke/shared/contracts/registry';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The five apps by the names they have in addresses and records; a remote's is its federation name too. */
export const appNames = ['shell', 'catalog', 'cart', 'account', 'admin'] as const;
export type AppName = (typeof appNames)[number];

/** Workspace folder of an app. */
export function workspaceOf(app: string): string {
  return app === 'shell' ? 'shell' : `${app}-mfe`;
}

/**
 * What is known of a release: written once, beside the release's Node build, and enough to make it live later without
 * its sources.
 */
export interface ReleaseRecord {
  schema: 1;
  app: string;
  /** Version of package.json and a hash of the contents, e.g. `1.0.0-1a2b3c4d`. */
  version: string;
  /** Commit it was built from, when that is known. */
  commit: string | null;
  /** Version of the federation runtime: shell and remotes must agree, since remotes use the shell's. */
  federationVersion: string;
  /** Shared modules: at which version the shell provides them, or which range a remote needs. */
  shares: Record<string, string>;
  /** What the shell exports of shared modules, or what a remote imports of them; not known of older releases. */
  sharedNames?: Record<string, string[]>;
  /** Integrity of every script, by its address. */
  integrity: Record<string, string>;
  shell?: ShellOffer;
  remote?: RemoteOffer;
}

export interface ShellOffer {
  js: string[];
  css: string[];
  fontPreload: string | null;
  icon: string | null;
}

export interface PartFiles {
  js: RegistryFile[];
  css: RegistryStyle[];
}

export interface RemoteOffer {
  manifest: RemoteManifest;
  /** Address of its remoteEntry. */
  entry: string;
  pages: Record<string, PartFiles>;
  slots: Record<string, PartFiles>;
}

/** Public folder of a release: served for ever, never changed. */
export function publicFolder(siteFolder: string, app: string, version: string): string {
  return join(siteFolder, 'r', app, version);
}

/** Folder of a release that is never served: its record and its Node build. */
export function privateFolder(siteFolder: string, app: string, version: string): string {
  return join(siteFolder, 'private', app, version);
}

/** The module of a release's Node build that a renderer imports; null for development builds, which have none. */
export function nodeEntry(siteFolder: string, app: string, version: string): string | null {
  const file = app === 'shell' ? 'server.mjs' : 'remoteEntry.mjs';
  const path = join(privateFolder(siteFolder, app, version), 'node', file);
  return existsSync(path) ? path : null;
}

/** @throws Error when there is no such release in the site folder */
export function readRelease(siteFolder: string, app: string, version: string): ReleaseRecord {
  const file = join(privateFolder(siteFolder, app, version), 'release.json');
  if (!existsSync(file)) throw new Error(`There is no release ${version} of ${app}.`);
  return JSON.parse(readFileSync(file, 'utf8')) as ReleaseRecord;
}
