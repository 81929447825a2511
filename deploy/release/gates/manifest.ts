import { manifestErrors } from '@twostroke/shared/contracts/manifest-errors';
import type { Candidate } from '../../site/record/fit/candidate.ts';

/** Requires that a remote's manifest follows the contract and that the build has files for everything in it. */
export function manifestGate({ release }: Candidate): string[] {
  if (release.app === 'shell')
    return release.shell?.js.length ? [] : ['The shell has no main script. Build it again: npm run build -w shell'];
  const { remote, app } = release;
  if (!remote) return [`The release of ${app} offers nothing. Build it again: npm run build -w ${app}-mfe`];
  const errors = manifestErrors(remote.manifest).map(
    (error) => `Manifest of ${app}: ${error} Correct ${app}-mfe/src/manifest.ts.`,
  );
  if (errors.length > 0) return errors;
  const { name, routes, slots } = remote.manifest;
  if (name !== app) errors.push(`The manifest of ${app} says it is ${name}. Put the same name in both places.`);
  for (const { page } of routes)
    if (!remote.pages[page])
      errors.push(`No files were built for page ${page} of ${app}. Build it again: npm run build -w ${app}-mfe`);
  for (const slot of slots)
    if (!remote.slots[slot.name])
      errors.push(`No files were built for slot ${slot.name} of ${app}. Build it again: npm run build -w ${app}-mfe`);
  return errors;
}
