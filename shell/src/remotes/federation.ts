/**
 * Every call of the federation runtime is in this file, so that one mock serves all tests.
 * The shell provides the runtime's core to the remotes (they are built without it), and imports every singleton once: a
 * share exists at run time only if the shell's build imports it.
 */
import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  loadScriptNode,
  Module,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';
import {
  createInstance,
  getInstance,
  loadRemote,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { attachShareScopeMap, bundlerRuntime } from '@module-federation/webpack-bundler-runtime';
// `bundlerRuntime` lacks it in a build that exposes nothing, such as the shell's.
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import * as sharedClient from '@twostroke/shared/client';
import * as sharedState from '@twostroke/shared/state';
import * as sharedRouter from '@twostroke/shared/router';
import * as jotai from 'jotai';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import type { RemoteModule } from '@twostroke/shared/contracts/module';

declare global {
  var _FEDERATION_RUNTIME_CORE: unknown;
  /** Makes one remote's part of the federation runtime; called by `shared/tooling/bundle-diet/lean-federation`. */
  var __twostrokeBundlerRuntime: () => unknown;
  /** Keeps the bundler from dropping the singletons that only remotes use. */
  var __twostrokeProvides: unknown;
}

/** The names that builds with `externalRuntime` take from the global; a test compares them with the installed runtime. */
globalThis._FEDERATION_RUNTIME_CORE = {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  loadScriptNode,
  Module,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
};
/** Connects a remote's build with the core. The functions come from the shell; each remote has its own state. */
globalThis.__twostrokeBundlerRuntime = () => ({
  runtime: { init: initRemote, getRemoteEntry },
  bundlerRuntime: { ...bundlerRuntime, initContainerEntry, S: {} },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
});
globalThis.__twostrokeProvides = [jotai, jsxRuntime, reactDom, sharedClient, sharedRouter, sharedState].length;

/** A share whose download failed is downloaded again by its next import. The runtime would repeat the failure. */
registerPlugins([
  {
    name: 'retry-shares',
    errorLoadShare({ pkgName, shareScopeMap }) {
      for (const scope of Object.values(shareScopeMap))
        for (const share of Object.values(scope[pkgName] ?? {})) if (!share.loaded) share.loading = null;
    },
  },
]);

/** The runtime's own `init` would treat a remote as the shell, whose name is built into it. */
function initRemote(options: Parameters<typeof createInstance>[0]): unknown {
  const known = getInstance((instance) => instance.options.name === options.name);
  if (!known) return createInstance({ ...options, id: '' });
  known.initOptions(options); // a retry after a failure runs the entry again
  return known;
}

/**
 * Registers a remote, or registers it again at another address after a failed load.
 * @param entry absolute address of its remoteEntry
 */
export function registerRemote(name: string, entry: string, again = false): void {
  registerRemotes([{ name, entry, type: 'module' }], { force: again });
}

/** Loads what a remote exposes. The runtime has no timeout: callers race it. */
export function loadRemoteModule(name: string): Promise<RemoteModule> {
  return loadRemote<{ default: RemoteModule }>(`${name}/remote`, { from: 'runtime' }).then((exposed) => {
    if (!exposed) throw new Error(`The remote ${name} exposes nothing.`);
    return exposed.default;
  });
}

/** In Node, remotes are loaded from the disk, as the ES modules that their entries are. */
export function importEntriesFromDisk(): void {
  registerPlugins([
    { name: 'disk', loadEntry: ({ remoteInfo }) => import(/* webpackIgnore: true */ remoteInfo.entry) },
  ]);
}
