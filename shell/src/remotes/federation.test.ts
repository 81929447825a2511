import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runModule } from '@twostroke/shared/tooling/run-module.ts';

/** Folder of a part of the federation runtime. */
function distOf(name: string): string {
  return dirname(require.resolve(`@module-federation/${name}`));
}

/** What an ES module imports by name from runtime-core. */
function importsOfCore(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(
    /import\s*\{([^}]*)\}\s*from\s*["']@module-federation\/runtime-core["']/g,
  );
  return [...imports].flatMap(([, names]) => namesIn(names ?? ''));
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter(Boolean);
}

const coreNames = runModule(`
  import { coreNames } from './runtime-api.mjs';
  console.log(JSON.stringify(coreNames));
`);
const source = readFileSync(join(__dirname, 'federation.ts'), 'utf8');
const provided = namesIn(/_FEDERATION_RUNTIME_CORE = \{([^}]*)\}/.exec(source)?.[1] ?? '').sort();

test('the shell provides exactly the names of the run-time interface', () => {
  expect(provided).toEqual(coreNames);
});

test('it imports what it provides', () => {
  const imported = importsOfCore(join(__dirname, 'federation.ts'));
  expect(imported.sort()).toEqual(provided);
});

/** Every name that matches `pattern` in the text. */
function namesLike(pattern: RegExp, text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name ?? ''))].sort();
}

test('the shell provides every name that a remote uses from its own part of the runtime', () => {
  const bundler = readFileSync(join(distOf('webpack-bundler-runtime'), 'index.js'), 'utf8');
  const parts = namesLike(/^\t(\w+)[:,]/gm, /const bundlerRuntime = \{(.*?)\n\};/s.exec(bundler)?.[1] ?? '');
  const template = join(dirname(require.resolve('@rspack/core')), 'moduleFederationDefaultRuntime.js');
  expect(namesLike(/bundlerRuntime\??\.(\w+)/g, readFileSync(template, 'utf8'))).toEqual(parts);
  expect(parts).toContain('initContainerEntry');
  const glue = readdirSync(distOf('webpack-bundler-runtime')).filter((file) => /^\w+\.js$/.test(file));
  const calls = glue.map((file) => readFileSync(join(distOf('webpack-bundler-runtime'), file), 'utf8')).join('\n');
  const given = /runtime: \{ init: initRemote, (\w+) \}/.exec(source)?.[1];
  expect(namesLike(/\bruntime\.(\w+)\(/g, calls)).toEqual([given, 'init']);
});

test('every singleton that remotes share is imported, because it would not exist at run time otherwise', () => {
  for (const name of ['client', 'state', 'router']) expect(source).toContain(`from '@twostroke/shared/${name}'`);
  for (const name of ['jotai', 'react/jsx-runtime', 'react-dom']) expect(source).toContain(`from '${name}'`);
});

test('no other file of the shell calls the federation runtime', () => {
  const files = readdirSync(join(__dirname, '..'), { recursive: true, encoding: 'utf8' });
  const callers = files
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(__dirname, '..', file), 'utf8').includes("from '@module-federation/"));
  expect(callers).toEqual([join('remotes', 'federation.ts')]);
});
