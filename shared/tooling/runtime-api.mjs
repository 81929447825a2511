/**
 * The run-time interface between the shell and remotes of any release: what their parts of the federation runtime use of
 * each other. A remote runs on the shell's runtime, which may be of another version than the one it was built with.
 *
 * Tests compare these lists with the installed runtime (runtime-api.test.ts) and with the built apps
 * (deploy/release/built-runtime-api.test.ts). When an update changes a list and releases built before would no longer
 * work, it is another interface: deploy/docs/decisions/0054-version-the-run-time-interface.md says how to get there.
 */

/** The interfaces that the shell provides to remotes. */
export const PROVIDED_RUNTIME_APIS = [1];
/** The interface that remotes are built for. */
export const NEEDED_RUNTIME_API = 1;

/** Names that a remote built without the bundle diet takes from `_FEDERATION_RUNTIME_CORE`. */
export const coreNames = [
  'CurrentGlobal',
  'Module',
  'ModuleFederation',
  'assert',
  'getGlobalFederationConstructor',
  'getRemoteEntry',
  'getRemoteInfo',
  'helpers',
  'loadScript',
  'loadScriptNode',
  'registerGlobalPlugins',
  'satisfy',
  'setGlobalFederationConstructor',
  'setGlobalFederationInstance',
];

/** What such a remote uses of its instance, which is one of the core's. */
export const instanceNames = [
  'initOptions',
  'initShareScopeMap',
  'initializeSharing',
  'loadRemote',
  'loadShare',
  'loadShareSync',
  'name',
  'options',
  'registerShared',
  'shareScopeMap',
];

/** What a remote built with the bundle diet gets from `__twostrokeBundlerRuntime()`: its part of the bundler runtime. */
export const bundlerRuntimeNames = [
  'attachShareScopeMap',
  'bundlerRuntime.I',
  'bundlerRuntime.S',
  'bundlerRuntime.consumes',
  'bundlerRuntime.getSharedFallbackGetter',
  'bundlerRuntime.init',
  'bundlerRuntime.initContainerEntry',
  'bundlerRuntime.installInitialConsumes',
  'bundlerRuntime.remotes',
  'bundlerRuntimeOptions',
  'runtime.getRemoteEntry',
  'runtime.init',
];

/** Functions that the code generated in a remote calls on the bundler runtime, with the names of their arguments. */
export const bundlerCalls = {
  I: ['initPromises', 'initScope', 'initTokens', 'shareScopeName', 'webpackRequire'],
  consumes: ['chunkId', 'chunkMapping', 'installedModules', 'moduleToHandlerMapping', 'promises', 'webpackRequire'],
  getSharedFallbackGetter: ['factory', 'libraryType', 'shareKey', 'webpackRequire'],
  init: ['webpackRequire'],
  initContainerEntry: ['initScope', 'remoteEntryInitOptions', 'shareScope', 'shareScopeKey', 'webpackRequire'],
  installInitialConsumes: ['initialConsumes', 'installedModules', 'moduleToHandlerMapping', 'webpackRequire'],
  remotes: ['chunkId', 'chunkMapping', 'idToExternalAndNameMapping', 'idToRemoteMap', 'promises', 'webpackRequire'],
};

/**
 * What those functions, which are the shell's, read of a remote's arguments. `*` is the id of a shared module in the
 * remote's build.
 */
export const remoteReads = [
  'moduleToHandlerMapping.*.getter',
  'moduleToHandlerMapping.*.shareInfo',
  'moduleToHandlerMapping.*.shareKey',
  'moduleToHandlerMapping.*.treeShakingGetter',
  'webpackRequire.I',
  'webpackRequire.S',
  'webpackRequire.c',
  'webpackRequire.consumesLoadingData',
  'webpackRequire.federation.attachShareScopeMap',
  'webpackRequire.federation.bundlerRuntime',
  'webpackRequire.federation.bundlerRuntimeOptions.remotes.idToRemoteMap',
  'webpackRequire.federation.hasAttachShareScopeMap',
  'webpackRequire.federation.initOptions.name',
  'webpackRequire.federation.initOptions.plugins',
  'webpackRequire.federation.initOptions.remotes',
  'webpackRequire.federation.initOptions.shareStrategy',
  'webpackRequire.federation.initOptions.shared',
  'webpackRequire.federation.instance',
  'webpackRequire.federation.libraryType',
  'webpackRequire.federation.runtime',
  'webpackRequire.federation.sharedFallback',
  'webpackRequire.federation.usedExports',
  'webpackRequire.initializeSharingData',
  'webpackRequire.m',
  'webpackRequire.o',
];

/** What the shell's runtime calls of a remote's entry, in this order; of objects, the names of their properties. */
export const entryCalls = [
  ['init', ['react'], [], ['shareScopeKeys', 'version']],
  ['get', './remote'],
];

/** Properties of a shared module in the share scope: `scope[name][version]`. */
export const shareProperties = [
  'deps',
  'from',
  'get',
  'lib',
  'loaded',
  'loading',
  'scope',
  'shareConfig',
  'strategy',
  'treeShaking',
  'useIn',
  'version',
];
