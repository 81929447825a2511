import type { ReleaseRecord } from '../release-record.ts';
import type { Candidate } from './candidate.ts';

/**
 * Requires that all remotes are built for the shell's interface of the federation runtime, because they run on it. The
 * version of Module Federation may differ: `shared/tooling/runtime-api.mjs` defines the interface.
 */
export function runtimeApiGate({ release, combinations }: Candidate): string[] {
  const errors = combinations.flatMap(({ shell, remotes }) =>
    remotes
      .filter((remote) => release.app === 'shell' || remote.app === release.app)
      .filter((remote) => runtimeApiOf(remote) !== runtimeApiOf(shell))
      .map((remote) => {
        const cure =
          release.app === 'shell'
            ? `Build the shell for run-time interface ${runtimeApiOf(remote)}, which ${remote.app} needs.`
            : `Build ${remote.app} for run-time interface ${runtimeApiOf(shell)}.`;
        return `${remote.app} ${remote.version} needs run-time interface ${runtimeApiOf(remote)}, the shell ${shell.version} provides ${runtimeApiOf(shell)}. ${cure}`;
      }),
  );
  return [...new Set(errors)];
}

function runtimeApiOf({ runtimeApi = 1 }: ReleaseRecord): number {
  return runtimeApi;
}
