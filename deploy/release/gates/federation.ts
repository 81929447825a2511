import type { Candidate } from './candidate.ts';

/** Remotes use the shell's federation runtime, so all are built with one version of it. */
export function federationGate({ release, combinations }: Candidate): string[] {
  const faults = combinations.flatMap(({ shell, remotes }) =>
    remotes
      .filter((remote) => release.app === 'shell' || remote.app === release.app)
      .filter((remote) => remote.federationVersion !== shell.federationVersion)
      .map((remote) => {
        const cure =
          release.app === 'shell'
            ? `Release ${remote.app} with @module-federation/enhanced ${shell.federationVersion} together with the shell, or build the shell with ${remote.federationVersion}.`
            : `Build ${remote.app} with @module-federation/enhanced ${shell.federationVersion}.`;
        return `${remote.app} ${remote.version} is built with Module Federation ${remote.federationVersion}, the shell ${shell.version} with ${shell.federationVersion}. ${cure}`;
      }),
  );
  return [...new Set(faults)];
}
