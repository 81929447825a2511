import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { repository } from '../../release/build/ensure-installed.mjs';
import { bundledPackages, bundleOf, bundlePackages } from './bundle-packages.mjs';
import { testProcesses } from './shared-processes.mjs';
import { bundlesOfTests } from './steps.mjs';

/*
 * Bundles the test files of each process, and the processes that tests start, with the modules of this repository that
 * they import: loading them one by one through tsx takes seconds of processor time for each. Packages stay outside, the
 * larger ones as bundles that all processes share. A module that asks for its own address gets the address of its source.
 */
const deploy = join(repository, 'deploy');
const sharing = join(import.meta.dirname, 'share-process.mjs');
const packages = join(bundlesOfTests, 'packages');
const started = ['run-backend', 'lock-folder'].map((file) => join('backend/testing', file));
const sources = new Map([...testProcesses, ...started.map((file) => [file, [`${file}.ts`]])]);

rmSync(bundlesOfTests, { recursive: true, force: true });
await bundlePackages(packages);
const shared = [...sources].filter(([, files]) => files.length > 1).map(([bundle]) => bundle);
await bundle(shared, { isShared: true });
await bundle(
  [...sources.keys()].filter((name) => !shared.includes(name)),
  { isShared: false },
);

async function bundle(names, { isShared }) {
  await build({
    entryPoints: names.map((name) => ({ in: isShared ? name : join(deploy, ...sources.get(name)), out: name })),
    outdir: bundlesOfTests,
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
          onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
            if (path.startsWith('@twostroke/') || kind === 'entry-point') return undefined;
            if (isShared && path === 'node:test' && importer !== sharing) return { path: sharing };
            return { path: bundledPackages.includes(path) ? bundleOf(packages, path) : path, external: true };
          });
        },
      },
      {
        name: 'files-of-one-process',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^/ }, ({ path, kind }) =>
            isShared && kind === 'entry-point' ? { path, namespace: 'process' } : undefined,
          );
          onLoad({ filter: /^/, namespace: 'process' }, ({ path }) => ({
            contents: [
              `import { runFile } from ${JSON.stringify(sharing)};`,
              ...sources.get(path).map((file) => {
                const [name, source] = [`deploy/${file}`, join(deploy, file)].map((each) => JSON.stringify(each));
                return `await runFile(${name}, () => import(${source}));`;
              }),
            ].join('\n'),
            resolveDir: deploy,
          }));
        },
      },
      {
        name: 'address-of-the-source',
        setup({ onLoad }) {
          onLoad({ filter: /\.m?ts$|\.mjs$/ }, ({ path }) => {
            const own = { sourceUrl: pathToFileURL(path).href, sourceFolder: dirname(path), sourceFile: path };
            const constants = Object.entries(own).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
            const contents = `${constants.join(' ')} ${readFileSync(path, 'utf8')}`;
            return { contents, loader: 'ts' };
          });
        },
      },
    ],
  });
}
