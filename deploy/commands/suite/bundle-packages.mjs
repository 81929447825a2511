import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Packages of many files, some of which nearly every test process loads: as one file each they start in a third of the
 * processor time. Native modules, and packages that find their own files, stay where they are.
 */
export const bundledPackages = [
  '@cyclonedx/cyclonedx-library/Enums',
  '@cyclonedx/cyclonedx-library/Models',
  '@cyclonedx/cyclonedx-library/Serialize',
  '@cyclonedx/cyclonedx-library/Spec',
  '@supabase/lite',
  '@supabase/lite/postgres',
  '@supabase/supabase-js',
  'csv-parse/sync',
  'fast-xml-parser',
  'nodemailer',
  'postcss',
  'postgres',
  'semver',
  'valibot',
  'ws',
  'yaml',
];

const stayOutside = ['bcrypt', 'bcryptjs', 'bufferutil', 'libpg-query', 'utf-8-validate', 'xmlbuilder2'];

/** The bundle of a package in `folder`. */
export function bundleOf(folder, name) {
  return join(folder, `${nameOfFile(name)}.mjs`);
}

function nameOfFile(name) {
  return name.replaceAll('/', '+');
}

/** Bundles the packages, each with the names that it exports; what several of them import is in files of its own. */
export async function bundlePackages(folder) {
  const entries = await Promise.all(
    bundledPackages.map(async (name) => {
      const names = Object.keys(await import(name)).filter((each) => /^[\w$]+$/.test(each));
      return [nameOfFile(name), `export { ${names.join(', ')} } from ${JSON.stringify(name)};`];
    }),
  );
  const contents = new Map(entries);
  await build({
    entryPoints: [...contents.keys()],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: stayOutside,
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(${JSON.stringify(import.meta.url)});`,
    },
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [
      {
        name: 'exports-of-packages',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /./ }, ({ path, kind }) =>
            kind === 'entry-point' ? { path, namespace: 'exports' } : undefined,
          );
          onLoad({ filter: /./, namespace: 'exports' }, ({ path }) => ({
            contents: contents.get(path),
            resolveDir: import.meta.dirname,
          }));
        },
      },
    ],
  });
}
