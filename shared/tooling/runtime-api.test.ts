import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runModule } from './run-module.ts';
import type * as Contract from './runtime-api.mjs';

/*
 * The run-time interface as the installed federation runtime has it. When one of these fails after an update: releases
 * that are live were built against the lists in runtime-api.mjs, so check that they still work before changing a list.
 */
const contract = runModule(`
  import * as contract from './runtime-api.mjs';
  console.log(JSON.stringify(contract));
`) as typeof Contract;

const distOf = (name: string): string => dirname(require.resolve(`@module-federation/${name}`));

/** One remote's entry, loaded by the real runtime, which records how it is called. */
const seen = runModule(`
  import { ModuleFederation } from '@module-federation/runtime-core';
  const calls = [];
  let share = null;
  const namesOf = (value) => (typeof value === 'object' ? Object.keys(value).sort() : value);
  const entry = {
    init(...given) {
      calls.push(['init', ...given.map(namesOf)]);
      share = namesOf(given[0].react['19.0.0']);
    },
    get(...given) {
      calls.push(['get', ...given.map(namesOf)]);
      return Promise.resolve(() => ({ default: 'the module' }));
    },
  };
  const shell = new ModuleFederation({
    name: 'shell',
    shareStrategy: 'loaded-first',
    remotes: [{ name: 'cart', entry: 'http://site.test/remoteEntry.js', type: 'module' }],
    shared: { react: { version: '19.0.0', lib: () => 'react', shareConfig: { singleton: true, requiredVersion: '^19.0.0' } } },
    plugins: [{ name: 'entry', loadEntry: () => entry }],
  });
  const loaded = await shell.loadRemote('cart/remote', { from: 'runtime' });
  console.log(JSON.stringify({ calls, share, loaded }));
`) as { calls: unknown[]; share: string[]; loaded: unknown };

test("the runtime calls a remote's entry as the contract says, and returns what it exposes", () => {
  expect(seen.calls).toEqual(contract.entryCalls);
  expect(seen.loaded).toEqual({ default: 'the module' });
});

test('a shared module has the properties of the contract', () => {
  expect(seen.share).toEqual(contract.shareProperties);
});

test('remotes take the names of the contract from the core', () => {
  const bundler = distOf('webpack-bundler-runtime');
  const files = [
    ...['index.js', 'helpers.js', 'utils.js'].map((file) => join(distOf('runtime'), file)),
    ...readdirSync(bundler)
      .filter((file) => file.endsWith('.js'))
      .map((file) => join(bundler, file)),
  ];
  const names = files.flatMap((file) => {
    const imports = readFileSync(file, 'utf8').matchAll(
      /import\s*\{([^}]*)\}\s*from\s*["']@module-federation\/runtime-core["']/g,
    );
    return [...imports].flatMap(([, list]) => list!.split(',').map((name) => name.trim().split(' as ')[0]!));
  });
  expect([...new Set(names.filter(Boolean))].sort()).toEqual(contract.coreNames);
});

test("what a remote's own bundler runtime uses of its instance is in the contract", () => {
  const bundler = distOf('webpack-bundler-runtime');
  const files = readdirSync(bundler).filter((file) => file.endsWith('.js'));
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(bundler, file), 'utf8').matchAll(
        /\b(?:federationInstance|mfInstance|federation\.instance)\.(\w+)/g,
      ),
    ].map(([, name]) => name),
  );
  expect([...new Set(names)].sort()).toEqual(contract.instanceNames);
});

test('the code generated in a remote calls the bundler runtime as the contract says', () => {
  const template = join(dirname(require.resolve('@rspack/core')), 'moduleFederationDefaultRuntime.js');
  // `…bundlerRuntime.name({ argument: …, other, … })`, also through a variable that the compiler introduced.
  const calls = readFileSync(template, 'utf8').matchAll(
    /bundlerRuntime(?:===null\|\|\w+===void 0\?void 0:\w+)?\.(\w+)\(\{([^}]*)\}\)/g,
  );
  const found = [...calls].map(([, name, given]) => [name, argumentNames(given!)] as const);
  expect(Object.fromEntries(found)).toEqual(contract.bundlerCalls);
});

test('the bundler runtime has every function of the contract', () => {
  const functions = runModule(`
    import runtime from '@module-federation/webpack-bundler-runtime';
    console.log(JSON.stringify(Object.keys(runtime.bundlerRuntime)));
  `) as string[];
  expect(functions).toEqual(expect.arrayContaining(Object.keys(contract.bundlerCalls)));
});

function argumentNames(given: string): string[] {
  return given
    .split(',')
    .map((argument) => argument.split(':')[0]!.trim())
    .sort();
}
