import { candidateOf, type Candidate } from '../record/fit/candidate.ts';
import type { ReleaseRecord } from '../record/release-record.ts';
import { addReleases, newSiteFolder, remoteRelease, shellRelease } from './small-releases.ts';

/** A release beside the live ones: the shell and cart, or the given releases. */
export function smallCandidate(
  release: ReleaseRecord,
  live: ReleaseRecord[] = [shellRelease(), remoteRelease('cart')],
): Candidate {
  const siteFolder = newSiteFolder();
  const all = [...live.filter(({ app }) => app !== release.app), release];
  addReleases(siteFolder, ...all);
  const apps = Object.fromEntries(all.map(({ app, version }) => [app, version]));
  return candidateOf(siteFolder, release, { apps, canary: null });
}
