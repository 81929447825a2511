import { manifestFaults } from '@twostroke/shared/contracts/manifest';
import type { Candidate } from './candidate.ts';

/** A remote's manifest keeps to the contract, and the build holds files for everything in it. */
export function manifestGate({ release }: Candidate): string[] {
  if (release.app === 'shell')
    return release.shell?.js.length ? [] : ['The shell has no main script. Build it again: npm run build -w shell'];
  const { remote, app } = release;
  if (!remote) return [`The release of ${app} offers nothing. Build it again: npm run build -w ${app}-mfe`];
  const faults = manifestFaults(remote.manifest).map(
    (fault) => `Manifest of ${app}: ${fault} Correct ${app}-mfe/src/manifest.ts.`,
  );
  if (faults.length > 0) return faults;
  const { name, routes, slots } = remote.manifest;
  if (name !== app) faults.push(`The manifest of ${app} says it is ${name}. Put the same name in both places.`);
  for (const { page } of routes)
    if (!remote.pages[page])
      faults.push(`No files were built for page ${page} of ${app}. Import it in src/remote.tsx.`);
  for (const slot of slots)
    if (!remote.slots[slot.name])
      faults.push(`No files were built for slot ${slot.name} of ${app}. Import it in src/remote.tsx.`);
  return faults;
}
