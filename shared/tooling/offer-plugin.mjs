import { rspack } from '@rspack/core';
import { readManifest } from './read-manifest.mjs';

/**
 * Writes what the release step needs to know about a remote's build: `manifest.json` (its offer, validated) and
 * `parts.json` (the files of each page and slot, so that documents can preload exactly these).
 */
export class OfferPlugin {
  constructor({ name, manifestFile }) {
    this.name = name;
    this.manifestFile = manifestFile;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('OfferPlugin', (compilation) => {
      compilation.fileDependencies.add(this.manifestFile);
      compilation.hooks.processAssets.tapPromise(
        { name: 'OfferPlugin', stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          const manifest = await readManifest(this.manifestFile);
          this.emit(compilation, 'manifest.json', manifest);
          this.emit(compilation, 'parts.json', this.partsOf(compilation, manifest));
        },
      );
    });
  }

  /** `{ pages: { home: { js: [], css: [{ file, key }] } }, slots: { … } }`, file names relative to the build folder. */
  partsOf(compilation, manifest) {
    const wanted = { all: false, chunks: true, chunkOrigins: true, chunkRelations: true, ids: true };
    const { chunks } = compilation.getStats().toJson(wanted);
    const isExposed = (chunk) => chunk.names.some((name) => name.startsWith('__federation_expose'));
    const exposed = chunks.filter(isExposed);
    const unexposed = chunks.filter((chunk) => !isExposed(chunk)); // the exposed one imports all pages
    const filesOf = (folder, part) => {
      const own = unexposed.filter((chunk) => originsOf(chunk).includes(`./${folder}/${part}`));
      if (own.length === 0)
        throw new Error(`The build has no chunk for src/${folder}/${part}, which the manifest lists.`);
      const all = [...exposed, ...own];
      return {
        js: all.flatMap((chunk) => chunk.files.filter((file) => file.endsWith('.js'))),
        // Style sheets of later imports too: the bundler's runtime would load them without integrity.
        css: [...new Set([...all, ...importedLater(own, unexposed)])].flatMap((chunk) =>
          chunk.files
            .filter((file) => file.endsWith('.css'))
            .map((file) => ({ file, key: `${this.name}:chunk-${chunk.id}` })),
        ),
      };
    };
    return {
      pages: Object.fromEntries(manifest.routes.map(({ page }) => [page, filesOf('pages', page)])),
      slots: Object.fromEntries(manifest.slots.map(({ name }) => [name, filesOf('slots', name)])),
    };
  }

  emit(compilation, file, data) {
    compilation.emitAsset(file, new rspack.sources.RawSource(`${JSON.stringify(data, null, 2)}\n`));
  }
}

/** Chunks that some chunks import, and their imports. */
function importedLater(chunks, all) {
  const found = new Set(chunks);
  for (const { children } of found) for (const chunk of all) if (children.includes(chunk.id)) found.add(chunk);
  return found;
}

/** The requests by which a chunk was imported, without the file ending. */
function originsOf(chunk) {
  return (chunk.origins ?? []).map(({ request }) => (request ?? '').replace(/\.tsx?$/, ''));
}
