import type { Candidate } from './candidate.ts';

/**
 * Remotes run on the shell's federation runtime, so the shell provides the interface of it that each remote needs. The
 * version of Module Federation may differ: `shared/tooling/runtime-api.mjs` says what an interface is.
 */
export function runtimeApiGate({ release, combinations }: Candidate): string[] {
  const errors = combinations.flatMap(({ shell, remotes }) =>
    remotes
      .filter((remote) => release.app === 'shell' || remote.app === release.app)
      .flatMap((remote) =>
        remote.runtimeApis
          .filter((needed) => !shell.runtimeApis.includes(needed))
          .map((needed) => {
            const cure =
              release.app === 'shell'
                ? `Let the shell provide ${needed} too, or release or roll back ${remote.app} to a version that needs another first.`
                : `Release a shell that provides ${needed} first, or build ${remote.app} for an interface that is provided.`;
            return `${remote.app} ${remote.version} needs run-time interface ${needed}, the shell ${shell.version} provides ${shell.runtimeApis.join(', ')}. ${cure}`;
          }),
      ),
  );
  return [...new Set(errors)];
}
