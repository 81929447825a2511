import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runModule } from '../../run-module.ts';

const { shell, remote } = runModule(`
  import { remoteReplacements, shellReplacements } from './bundle-diet/lean-federation/replacements.mjs';
  console.log(JSON.stringify({ shell: shellReplacements(), remote: remoteReplacements() }));
`) as { shell: Record<string, string>; remote: Record<string, string> };

const core = dirname(require.resolve('@module-federation/runtime-core'));

/** The names that a package imports from one of its own files. */
function namesTakenFrom(file: string): string[] {
  const [end] = /\/[^/]+(?<!\/index\.js)$|\/[^/]+\/index\.js$/.exec(file)!;
  const dist = `${file.split('/dist/')[0]}/dist`;
  const imports = new RegExp(`import \\{([^}]*)\\} from "[^"]*${end.replace('.', '\\.')}"`, 'g');
  const sources = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => /\.m?js$/.test(path));
  return sources.flatMap((path) =>
    [...readFileSync(join(dist, path), 'utf8').matchAll(imports)].flatMap(([, names]) => (names ?? '').split(/,\s*/)),
  );
}

test.each(Object.entries(shell))('%s exists, and its replacement exports what is imported from it', (file, own) => {
  const replacement = readFileSync(own, 'utf8');
  const exported = [...replacement.matchAll(/export (?:class|function|const) (\w+)/g)].map(([, name]) => name);
  const taken = [...new Set(namesTakenFrom(file).map((name) => name.trim()))];
  expect(readFileSync(file, 'utf8')).not.toBe('');
  expect(taken).not.toHaveLength(0);
  expect(exported).toEqual(expect.arrayContaining(taken));
});

test('loading and registering a remote use only those snapshot functions that the replacement has', () => {
  const used = [join(core, 'core.js'), join(core, 'remote/index.js'), join(core, 'utils/plugin.js')].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/snapshotHandler\.(\w+)/g)].map(([, name]) => name),
  );
  // Only preloadRemote calls loadRemoteSnapshotInfo, and the shell never calls that.
  expect([...new Set(used)].sort()).toEqual(['hooks', 'loadRemoteSnapshotInfo', 'manifestCache']);
});

test('a remote imports the file that the shell replaces by its own runtime', () => {
  expect(Object.keys(remote)).toEqual([require.resolve('@module-federation/webpack-bundler-runtime')]);
  expect(readFileSync(Object.values(remote)[0]!, 'utf8')).toContain('globalThis.__twostrokeBundlerRuntime()');
});
