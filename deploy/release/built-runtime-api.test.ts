import {
  bundlerCalls,
  bundlerRuntimeNames,
  NEEDED_RUNTIME_API,
  PROVIDED_RUNTIME_APIS,
  remoteReads,
} from '@twostroke/shared/tooling/runtime-api.mjs';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { buildApps } from './build/build-apps.mjs';
import { repository } from './build/ensure-installed.mjs';
import { publishRelease } from './build/publish-release.ts';
import { newSiteFolder } from '../site/testing/small-releases.ts';

/*
 * A remote's build for browsers on the runtime of the built shell, in Node. What the shell provides, which functions the
 * remote calls and what these read of the remote is recorded and compared with the run-time interface.
 */
type Call = (options: Record<string, unknown>) => unknown;
interface BundlerRuntime {
  bundlerRuntime: Record<string, unknown>;
  attachShareScopeMap: (webpackRequire: object) => void;
}
interface Shell {
  name: string;
  registerPlugins(plugins: object[]): void;
  registerRemotes(remotes: object[]): void;
  loadRemote(id: string, options: object): Promise<{ default: { pages: Record<string, () => Promise<object>> } }>;
}
const globals: object = globalThis;
const shared = globals as {
  __twostrokeBundlerRuntime: () => BundlerRuntime;
  __FEDERATION__: { __INSTANCES__: Shell[] };
};

const provided: string[] = [];
const calls: Record<string, string[]> = {};
const reads = new Set<string>();
let pages: object[];

before(async () => {
  await buildApps({ only: ['shell', 'cart-mfe'] });
  await import(pathToFileURL(join(repository, 'shell/dist-node/server.mjs')).href);
  const provide = shared.__twostrokeBundlerRuntime;
  shared.__twostrokeBundlerRuntime = () => {
    const given = provide();
    provided.push(...namesOf(given));
    return recording(given);
  };
  const build = join(repository, 'cart-mfe/dist');
  const entry = readdirSync(build).find((file) => /^remoteEntry\.\w+\.js$/.test(file))!;
  const shell = shared.__FEDERATION__.__INSTANCES__.find(({ name }) => name === 'shell')!;
  shell.registerPlugins([{ name: 'disk', loadEntry: () => import(pathToFileURL(join(build, entry)).href) }]);
  shell.registerRemotes([{ name: 'cart', entry: 'http://site.test/remoteEntry.js', type: 'module' }]);
  const remote = await shell.loadRemote('cart/remote', { from: 'runtime' });
  pages = await Promise.all(Object.values(remote.default.pages).map((load) => load()));
});

test('the remote runs on the runtime that the shell provides', () => {
  assert.ok(pages.length > 0);
  for (const page of pages) assert.ok('Component' in page);
});

test('the shell provides the bundler runtime that the contract lists', () => {
  assert.deepEqual(provided.sort(), bundlerRuntimeNames);
});

test('the remote calls functions of the contract, with its arguments', () => {
  assert.deepEqual(Object.keys(calls).sort(), [
    'I',
    'consumes',
    'init',
    'initContainerEntry',
    'installInitialConsumes',
  ]);
  for (const [name, given] of Object.entries(calls)) assert.deepEqual(given, bundlerCalls[name], name);
});

test("the shell's functions read of the remote what the contract lists", () => {
  assert.deepEqual([...reads].sort(), remoteReads);
});

test('a release record lists the interfaces that the shell provides, and the one that a remote needs', () => {
  const options = { repository, siteFolder: newSiteFolder(), compress: false };
  assert.deepEqual(publishRelease('shell', options).runtimeApis, PROVIDED_RUNTIME_APIS);
  assert.deepEqual(publishRelease('cart', options).runtimeApis, [NEEDED_RUNTIME_API]);
});

/** `name`, or `name.part` for each part of an object. */
function namesOf(given: object): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const parts = typeof value === 'object' ? Object.keys(value as object) : [];
    return parts.length > 0 ? parts.map((part) => `${name}.${part}`) : [name];
  });
}

/** The bundler runtime with functions that record how they are called and what they read of the remote. */
function recording({ bundlerRuntime, attachShareScopeMap, ...rest }: BundlerRuntime): BundlerRuntime {
  const functions = Object.entries(bundlerRuntime).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value];
    const recorded: Call = (options) => {
      calls[name] = Object.keys(options).sort();
      const { webpackRequire, moduleToHandlerMapping } = options as Record<string, object>;
      return (value as Call)({
        ...options,
        webpackRequire: recordReads(webpackRequire!, 'webpackRequire.', ofWebpackRequire),
        ...(moduleToHandlerMapping && {
          moduleToHandlerMapping: recordReads(moduleToHandlerMapping, 'moduleToHandlerMapping.', { '*': {} }),
        }),
      });
    };
    return [name, recorded];
  });
  return {
    ...rest,
    bundlerRuntime: Object.fromEntries(functions) as Record<string, unknown>,
    attachShareScopeMap: (webpackRequire) =>
      attachShareScopeMap(recordReads(webpackRequire, 'webpackRequire.', ofWebpackRequire)),
  };
}

interface Depth {
  [name: string]: Depth;
}
/** Objects of the remote whose own properties are recorded too. */
const ofWebpackRequire: Depth = { federation: { initOptions: {}, bundlerRuntimeOptions: { remotes: {} } } };

/** The same object, which records what is read of it. `*` in the depth stands for any name. */
function recordReads(target: object, path: string, depth: Depth): object {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof name !== 'string') return value;
      const key = '*' in depth ? '*' : name;
      const inner = depth[key];
      if (inner && typeof value === 'object' && value !== null) return recordReads(value, `${path}${key}.`, inner);
      reads.add(path + key);
      return value;
    },
  });
}
