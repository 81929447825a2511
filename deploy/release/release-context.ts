import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { FlipHooks } from './flip.ts';
import { Refusal } from './refusal.ts';
import { workspaceOf } from './release-record.ts';
import { findRunningSite, type BackendAccess, type RunningSite } from './running-site.ts';
import type { LiveRecord } from './live-record.ts';

/** What every command of the release tool works with. */
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
  /** Brings a release into the site folder from where the site is served, if it is there. */
  fetchRelease?(app: string, version: string): Promise<void>;
  /** Fetches anew what is live at the target, into the site folder. */
  pullLive?(): Promise<unknown>;
  /** Address at which visitors of a target see a flip; null: nowhere before somebody uploads it. */
  publicOrigin?: string | null;
  /** What goes on when a flip is done, behind the visitors' backs. A command waits for it before it ends. */
  later?: Promise<unknown>[];
  say(sentence: string): void;
}

export function runningSite({ siteFolder }: ReleaseContext): RunningSite | null {
  return findRunningSite(siteFolder);
}

/** Lets work go on after the flip. Where no command waits for it, its failure is said. */
export function goesOn({ later, say }: ReleaseContext, work: Promise<unknown>): void {
  work.catch((failure: unknown) => {
    if (!later) say(failure instanceof Error ? failure.message : String(failure));
  });
  later?.push(work);
}

/** @throws Refusal when nothing was released to the site folder yet */
export function requireRecord(record: LiveRecord | null, { siteFolder }: ReleaseContext): LiveRecord {
  if (record) return record;
  throw new Refusal(`Nothing is live in ${siteFolder}. Run npm start once, or name another folder with --site.`);
}

/** @throws Refusal when the site has no such app */
export function requireLive(record: LiveRecord, app: string): string {
  const version = record.apps[app];
  if (version) return version;
  throw new Refusal(`${app} is not live. Live are: ${Object.keys(record.apps).join(', ')}.`);
}

/** @throws Refusal when the checkout does not hold the app */
export function requireSources({ checkout }: ReleaseContext, app: string): void {
  const workspace = workspaceOf(app);
  if (existsSync(join(checkout, workspace, 'package.json'))) return;
  throw new Refusal(`${checkout} has no folder ${workspace}. Run this where the sources of ${app} are.`);
}

/**
 * Who releases: whoever started the workflow on GitHub, where git knows nobody and the machine calls everybody `runner`;
 * else git's user name, or the name at this machine.
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
