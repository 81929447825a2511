import { toolingFile } from './package-folder.mjs';
import { readManifest } from './read-manifest.mjs';

/** The request of the one module that a remote exposes: its manifest, turned into code by this loader. */
export const remoteModule = './src/manifest.ts?remote';

/** Makes the bundler use this loader for that module alone. */
export function remoteModuleRule() {
  return { resourceQuery: /^\?remote$/, loader: toolingFile('remote-module-loader.mjs') };
}

/**
 * Turns a remote's manifest into its exposed module: `{ contract, pages, slots }` with a lazy import of
 * `src/pages/<page>` and `src/slots/<name>` for each entry, so that a page is named in one place. A file that is missing
 * fails the build.
 */
export default async function generateRemoteModule() {
  const { contract, routes, slots } = await readManifest(this.resourcePath);
  const pages = routes.map(({ page }) => page);
  return `export default {
  contract: ${contract},
  pages: ${lazyImports('pages', pages)},
  slots: ${lazyImports(
    'slots',
    slots.map(({ name }) => name),
  )},
};
`;
}

function lazyImports(folder, names) {
  const entries = names.map(
    (name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(`./${folder}/${name}`)})`,
  );
  return `{ ${entries.join(', ')} }`;
}
