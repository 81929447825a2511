import type { LiveRecord } from '../live-record.ts';
import { readRelease, type ReleaseRecord } from '../release-record.ts';

/** Releases that would be live together: for most visitors, and while a canary runs another set for its share. */
export interface Combination {
  shell: ReleaseRecord;
  remotes: ReleaseRecord[];
}

/**
 * The input of the gates before a flip. A gate returns the reasons for a rejection, each with a fix; none: the release
 * passes.
 */
export interface Candidate {
  /** The release that would become live. */
  release: ReleaseRecord;
  siteFolder: string;
  combinations: Combination[];
}

/** @throws Error when a release of the record is missing, or the site has no shell */
export function candidateOf(siteFolder: string, release: ReleaseRecord, record: Pick<LiveRecord, 'apps' | 'canary'>) {
  const sets = [record.apps];
  if (record.canary) sets.push({ ...record.apps, [record.canary.app]: record.canary.version });
  const combinations = sets
    .filter((versions) => versions[release.app] === release.version)
    .map((versions): Combination => {
      const releases = Object.entries(versions).map(([app, version]) => readRelease(siteFolder, app, version));
      const shell = releases.find(({ app }) => app === 'shell');
      if (!shell?.shell) throw new Error('The site has no shell yet. Release it first: npm run release -- shell');
      return { shell, remotes: releases.filter(({ remote }) => remote) };
    });
  return { release, siteFolder, combinations } satisfies Candidate;
}
