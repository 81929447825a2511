/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runModule } from '../run-module.ts';

const { shell, remote } = runModule(`
  import { remoteReplacements, shellReplacements } from './lean-federation/replacements.mjs';
  console.log(JSON.stringify({ shell: shellReplacements(), remote: remoteReplacements() }));
`) as { shell: Record<string, string>; remote: Record<string, string> };

const core = dirname(require.resolve('@module-federation/runtime-core'));

/** The names that a package imports from one of its own files. */
function namesTakenFrom(file: string): string[] {
  const end = file.slice(file.lastIndexOf('/'));
  const dist = `${file.split('/dist/')[0]}/dist`;
  const imports = new RegExp(`import \\{([^}]*)\\} from "[^"]*${end.replace('.', '\\.')}"`, 'g');
  const sources = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  return sources.flatMap((path) =>
    [...readFileSync(join(dist, path), 'utf8').matchAll(imports)].flatMap(([, names]) => (names ?? '').split(/,\s*/)),
  );
}

test.each(Object.entries(shell))('%s is there, and its replacement exports what is taken from it', (file, own) => {
  const replacement = readFileSync(own, 'utf8');
  const exported = [...replacement.matchAll(/export (?:class|function|const) (\w+)/g)].map(([, name]) => name);
  const taken = [...new Set(namesTakenFrom(file).map((name) => name.trim()))];
  expect(readFileSync(file, 'utf8')).not.toBe('');
  expect(taken).not.toHaveLength(0);
  expect(exported).toEqual(expect.arrayContaining(taken));
});

test('of the snapshots, loading and registering a remote take only what the replacement has', () => {
  const used = [join(core, 'core.js'), join(core, 'remote/index.js'), join(core, 'utils/plugin.js')].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/snapshotHandler\.(\w+)/g)].map(([, name]) => name),
  );
  // loadRemoteSnapshotInfo is called by preloadRemote alone, which the shell never calls.
  expect([...new Set(used)].sort()).toEqual(['hooks', 'loadRemoteSnapshotInfo', 'manifestCache']);
});

test('a remote takes the file that the shell replaces by its own runtime', () => {
  expect(Object.keys(remote)).toEqual([require.resolve('@module-federation/webpack-bundler-runtime')]);
  expect(readFileSync(Object.values(remote)[0]!, 'utf8')).toContain('globalThis.__twostrokeBundlerRuntime()');
});
