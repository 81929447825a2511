import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { repository } from '../../release/build/ensure-installed.mjs';
import { bundledPackages, bundleOf, bundlePackages } from './bundle-packages.mjs';
import { bundlesOfTests } from './steps.mjs';

/*
 * Bundles each test file of deploy/, and the processes that tests start, with the modules of this repository that they
 * import: loading them one by one through tsx takes seconds of processor time for each. Packages stay outside, the larger
 * ones as bundles that all files share. A module that asks for its own address gets the address of its source.
 */
const deploy = join(repository, 'deploy');
const files = readdirSync(deploy, { recursive: true }).filter(
  (file) => file.endsWith('.test.ts') && !file.includes('node_modules') && !file.startsWith('.cache'),
);
const processes = ['run-backend.ts', 'lock-folder.ts'].map((file) => join('backend/testing', file));
const packages = join(bundlesOfTests, 'packages');
rmSync(bundlesOfTests, { recursive: true, force: true });
await bundlePackages(packages);
await build({
  entryPoints: [...files, ...processes].map((file) => join(deploy, file)),
  outdir: bundlesOfTests,
  outbase: deploy,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  define: {
    'import.meta.url': 'sourceUrl',
    'import.meta.dirname': 'sourceFolder',
    'import.meta.filename': 'sourceFile',
  },
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [
    {
      name: 'packages-stay-outside',
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          path.startsWith('@twostroke/') || kind === 'entry-point'
            ? undefined
            : { path: bundledPackages.includes(path) ? bundleOf(packages, path) : path, external: true },
        );
      },
    },
    {
      name: 'address-of-the-source',
      setup({ onLoad }) {
        onLoad({ filter: /\.m?ts$|\.mjs$/ }, ({ path }) => {
          const own = { sourceUrl: pathToFileURL(path).href, sourceFolder: dirname(path), sourceFile: path };
          const names = Object.entries(own).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
          const contents = `${names.join(' ')} ${readFileSync(path, 'utf8')}`;
          return { contents, loader: 'ts' };
        });
      },
    },
  ],
});
