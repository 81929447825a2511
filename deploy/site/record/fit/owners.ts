import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';
import type { Candidate } from './candidate.ts';

type Offer = Pick<RemoteManifest, 'name' | 'routes' | 'slots'>;

/**
 * Addresses that the servers of the site and the backend answer themselves: a page there would never be shown. Files such
 * as /robots.txt are not among them, because no path of a manifest has a dot.
 */
const servedOtherwise = /^\/(r|rest|auth\/v1|payments\/v1|realtime|preview)(\/|$)/;

/** A path and a slot have one owner each. `/blog/:slug` and `/blog/:post` are the same path. */
export function ownerErrors(manifests: Offer[]): string[] {
  const paths = manifests.flatMap(({ name, routes }) => routes.map(({ path }) => ({ name, place: path })));
  const slots = manifests.flatMap((manifest) =>
    manifest.slots.map((slot) => ({ name: manifest.name, place: `the slot ${slot.name}` })),
  );
  const owners = new Map<string, string>();
  return [...paths, ...slots].flatMap(({ name, place }) => {
    if (servedOtherwise.test(place))
      return [`${place} is answered by the server; ${name} can't offer it. Choose another.`];
    const key = place.replace(/:[a-zA-Z]+/g, ':');
    const owner = owners.get(key);
    if (!owner) owners.set(key, name);
    if (!owner || owner === name) return [];
    return [
      `${place} is owned by ${owner}; ${name} can't offer it too. Choose another, or let ${owner} give it up in a release of its own first.`,
    ];
  });
}

/** Requires that no path or slot has two owners among the releases that would be live together. */
export function ownersGate({ combinations }: Candidate): string[] {
  const errors = combinations.flatMap(({ remotes }) =>
    ownerErrors(remotes.flatMap(({ remote }) => (remote ? [remote.manifest] : []))),
  );
  return [...new Set(errors)];
}
