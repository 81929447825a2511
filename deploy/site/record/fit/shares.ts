import { satisfies, validRange } from 'semver';
import type { ReleaseRecord } from '../release-record.ts';
import type { Candidate } from './candidate.ts';

/**
 * Requires that the shell provides every shared module that a remote needs, in a version within the remote's range and
 * with the names that the remote imports. A new shell must fulfil this for all live remotes.
 */
export function sharesGate({ release, combinations }: Candidate): string[] {
  const errors = combinations.flatMap(({ shell, remotes }) =>
    remotes
      .filter((remote) => release.app === 'shell' || remote.app === release.app)
      .flatMap((remote) => [
        ...Object.entries(remote.shares).flatMap(([name, range]) => {
          const brought = shell.shares[name];
          const needs = `${remote.app} ${remote.version} needs ${name} ${range}`;
          if (brought === undefined)
            return [
              release.app === 'shell'
                ? `${needs}, which this shell no longer provides. Import it in shell/src/remotes/federation.ts again.`
                : `${needs}, which the shell ${shell.version} does not provide. Let the shell import it and release the shell first, or bundle it.`,
            ];
          if (validRange(range) !== null && satisfies(brought, range)) return [];
          return [
            release.app === 'shell'
              ? `${needs}; this shell provides ${brought}. Release ${remote.app} with a range that allows both first.`
              : `${needs}; the shell ${shell.version} provides ${brought}. Build with the shell's version, or release the shell first.`,
          ];
        }),
        ...missingNames(shell, remote).map(({ module, names }) => {
          const uses = `${remote.app} ${remote.version} uses ${names.join(', ')} of ${module}`;
          return release.app === 'shell'
            ? `${uses}, which this shell no longer exports. Keep it, or release ${remote.app} without it first.`
            : `${uses}, which the shell ${shell.version} does not export. Release a shell that exports it first, or remove the import.`;
        }),
      ]),
  );
  return [...new Set(errors)];
}

/**
 * The version of our own shared modules does not change when an export is added or removed, so names are compared too.
 */
function missingNames(shell: ReleaseRecord, remote: ReleaseRecord): { module: string; names: string[] }[] {
  return Object.entries(remote.sharedNames ?? {}).flatMap(([module, imported]) => {
    const exported = shell.sharedNames?.[module];
    const names = exported ? imported.filter((name) => !exported.includes(name)) : [];
    return names.length > 0 ? [{ module, names }] : [];
  });
}
