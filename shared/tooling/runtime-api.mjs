/**
 * The run-time interface between the shell and remotes of any release: what their parts of the federation runtime use of
 * each other. A remote runs on the shell's runtime, which may be of another version than the one it was built with.
 *
 * runtime-api.test.ts compares these lists with the installed runtime. When an update of it changes them and a release
 * built before would no longer work, it is another interface
 * (deploy/docs/decisions/0054-version-the-run-time-interface.md).
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
