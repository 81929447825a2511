/** The body of a function that this site never calls. */
const LEFT_OUT = 'throw new Error("left out of this build of the federation runtime");';

/**
 * Functions of the federation runtime that the shell does not use, by package, file and name, and their replacement. All
 * remotes are ES modules that it registers at run time: none is preloaded by the runtime, known by a snapshot, or shares
 * modules that were shaken.
 */
export const leftOut = {
  'runtime-core/dist/remote/index.js': {
    'RemoteHandler.preloadRemote': LEFT_OUT,
    'RemoteHandler.initRawContainer': LEFT_OUT,
    // Without what a remote shares with others and leaves in globals: these share nothing and leave nothing
    'RemoteHandler.removeRemote': `
      const { options, moduleCache } = this.host;
      const instances = CurrentGlobal.__FEDERATION__.__INSTANCES__;
      const instance = instances.findIndex(({ name }) => name === remote.name);
      options.remotes.splice(options.remotes.indexOf(remote), 1);
      if (instance >= 0) instances.splice(instance, 1);
      moduleCache.delete(remote.name);`,
  },
  'runtime-core/dist/utils/load.js': { loadSystemJsEntry: LEFT_OUT, loadEntryScript: LEFT_OUT },
  // Details beside an error's code
  'runtime-core/dist/utils/context.js': { optionsToMFContext: 'return {};' },
  'runtime-core/dist/global.js': {
    getTargetSnapshotInfoByModuleInfo: 'return undefined;',
    setGlobalSnapshotInfoByModuleInfo: LEFT_OUT,
    addGlobalSnapshot: LEFT_OUT,
    resetFederationGlobalInfo: LEFT_OUT,
  },
  'webpack-bundler-runtime/dist/init.js': {
    init: 'return webpackRequire.federation.runtime.init(webpackRequire.federation.initOptions);',
  },
  'webpack-bundler-runtime/dist/getSharedFallbackGetter.js': { getSharedFallbackGetter: 'return factory;' },
  'sdk/dist/logger.js': { 'Logger.emit': 'console[method](this.prefix, ...args);' },
};
