import { workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { spawnSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { FlipHooks } from './flip/flip.ts';
import { Rejection } from './rejection.ts';
import type { TrustedKeys } from '../site/record/release-signature.ts';
import { findRunningSite, type BackendAccess, type RunningSite } from '../site/record/running-site.ts';
import { isVersion, type LiveRecord } from '../site/record/live-record-schema.ts';
import { readRelease, type ReleaseRecord } from '../site/record/release-record.ts';

/** The context of every command of the release tool. */
export interface ReleaseContext {
  siteFolder: string;
  /** The folder with the sources: of all apps, or just of the one that is released. */
  checkout: string;
  by: string;
  /** Date.now() when the command began. */
  startedAt: number;
  /** The backend that pages are rendered with; null: that of the running site. */
  backend: BackendAccess | null;
  hooks?: FlipHooks;
  /** The team's key, with which its releases are signed. */
  signingKey?: KeyObject | null;
  /** When given, only releases that one of them has signed become live. */
  trustedKeys?: TrustedKeys | null;
  /** Fetches a release from the target into the site folder, if the target has it. */
  fetchRelease?(app: string, version: string): Promise<void>;
  /** Fetches what is live at the target into the site folder again. */
  pullLive?(): Promise<unknown>;
  /** The address that visitors of a target use; undefined: the site is served from this machine. */
  siteOrigin?: string;
  /** The public address of a target; null: none before the folder is uploaded. */
  publicOrigin?: string | null;
  /** Work that continues after a flip, in the background. A command waits for it before it exits. */
  later?: Promise<unknown>[];
  say(sentence: string): void;
}

export function runningSite({ siteFolder }: ReleaseContext): RunningSite | null {
  return findRunningSite(siteFolder);
}

/** Lets work continue after the flip. Where no command waits for it, its failure is logged. */
export function continueInBackground({ later, say }: ReleaseContext, work: Promise<unknown>): void {
  work.catch((failure: unknown) => {
    if (!later) say(failure instanceof Error ? failure.message : String(failure));
  });
  later?.push(work);
}

/** @throws Rejection when nothing was released to the site folder yet */
export function requireRecord(record: LiveRecord | null, { siteFolder }: ReleaseContext): LiveRecord {
  if (record) return record;
  throw new Rejection(`Nothing is live in ${siteFolder}. Run npm start once, or name another folder with --site.`);
}

/** @throws Rejection when the site has no such app */
export function requireLive(record: LiveRecord, app: string): string {
  const version = record.apps[app];
  if (version) return version;
  throw new Rejection(`${app} is not live. Live are: ${Object.keys(record.apps).join(', ')}.`);
}

/** @throws Rejection when there is no such release */
export function requireRelease({ siteFolder }: ReleaseContext, app: string, version: string): ReleaseRecord {
  try {
    if (!isVersion(version)) throw new Error();
    return readRelease(siteFolder, app, version);
  } catch {
    throw new Rejection(
      `There is no release ${version} of ${app} in the site folder. npm run release -- history shows what was live.`,
    );
  }
}

/** @throws Rejection when the checkout does not hold the app */
export function requireSources({ checkout }: ReleaseContext, app: string): void {
  const workspace = workspaceOf(app);
  if (existsSync(join(checkout, workspace, 'package.json'))) return;
  throw new Rejection(`${checkout} has no folder ${workspace}. Run this where the sources of ${app} are.`);
}

/**
 * Who releases: the person who started the workflow on GitHub, where git has no user and the machine's user is always
 * `runner`; else git's user name, or the user of this machine.
 */
export function authorOf(checkout: string, env: NodeJS.ProcessEnv = process.env): string {
  return env.GITHUB_ACTOR || (git(checkout, 'config', 'user.name') ?? userInfo().username);
}

/** The commit that an app's sources are at; `+changes` when they differ from it. null outside of a repository. */
export function commitOf(checkout: string, app: string): string | null {
  const commit = git(checkout, 'rev-parse', '--short=12', 'HEAD');
  if (!commit) return null;
  return git(checkout, 'status', '--porcelain', '--', workspaceOf(app), 'shared', 'package-lock.json')
    ? `${commit}+changes`
    : commit;
}

function git(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 && stdout.trim() ? stdout.trim() : null;
}
