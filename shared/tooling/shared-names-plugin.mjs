import { rspack } from '@rspack/core';

/**
 * Writes `shared-names.json`: by shared module, the names that the shell provides or that a remote imports, so that the
 * release step can compare them. A module whose names the bundler can't determine is left out, and so is `default`,
 * which may come from CommonJS interop.
 */
export class SharedNamesPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('SharedNamesPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'SharedNamesPlugin', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const source = new rspack.sources.RawSource(`${JSON.stringify(namesOf(compilation), null, 2)}\n`);
          compilation.emitAsset('shared-names.json', source);
        },
      );
    });
  }
}

/** Only the shell's build contains provided modules; its own imports of them do not matter then. */
function namesOf({ modules, moduleGraph }) {
  const shared = [...modules].map((module) => ({ module, share: shareOf(module) }));
  const provided = shared.filter(({ share }) => share?.role === 'provide');
  const names =
    provided.length > 0
      ? provided.map(({ module, share }) => [share.name, providedNames(module, moduleGraph)])
      : shared
          .filter(({ share }) => share?.role === 'consume')
          .map(({ module, share }) => [share.name, importedNames(module, moduleGraph)]);
  return Object.fromEntries(
    names
      .map(([name, list]) => [name, [...new Set(list)].filter((one) => one !== 'default').sort()])
      .filter(([, list]) => list.length > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The bundler's name for them: `provide shared module (default) jotai@3.0.1 = /…/jotai/index.js`. */
function shareOf(module) {
  const [, role, name] = /^(provide|consume) shared module \(\w+\) (@?[^@\s]+)@/.exec(module.identifier()) ?? [];
  return role && { role, name };
}

function providedNames(module, moduleGraph) {
  return moduleGraph.getOutgoingConnections(module).flatMap((connection) => {
    const names = moduleGraph.getProvidedExports(connection.module);
    return Array.isArray(names) ? names : [];
  });
}

/** Also where the bundler drops the use later: an imported name must exist for the types, too. */
function importedNames(module, moduleGraph) {
  return moduleGraph.getIncomingConnections(module).flatMap(({ dependency }) => dependency.ids?.slice(0, 1) ?? []);
}
