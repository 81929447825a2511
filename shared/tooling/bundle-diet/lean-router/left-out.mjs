/** The body of a function that this site never calls. */
const LEFT_OUT = 'throw new Error("left out of this build of React Router");';

/**
 * Functions of React Router that the site does not use, by name, and their replacement. All data comes from loaders of
 * navigations: the site uses no forms, actions, fetchers, blockers or view transitions of the router, no middleware, no
 * lazy route discovery, no server components, no router without data, and documents that it writes itself.
 * `shared/router` exports nothing that could call one of these.
 */
export const leftOut = {
  // Forms and actions
  normalizeNavigateOptions: 'return { path };',
  handleAction: LEFT_OUT,
  getSubmissionFromNavigation: 'return undefined;',
  getActionDataForCommit: 'return {};',
  getUpdatedActionData: 'return undefined;',
  createClientSideRequest: 'return new Request(history.createURL(stripHashFromPath(location)), { signal });',
  getLoadingNavigation: 'return { state: "loading", location, matches, historyAction };',
  // Texts of errors: the site reads their status alone
  getInternalRouterError: 'return new ErrorResponseImpl(status || 500, "", new Error(pathname), true);',
  // Fetchers
  fetch2: LEFT_OUT,
  handleFetcherAction: LEFT_OUT,
  handleFetcherLoader: LEFT_OUT,
  getFetcher: LEFT_OUT,
  resetFetcher: LEFT_OUT,
  queueFetcherForDeletion: LEFT_OUT,
  updateFetcherState: LEFT_OUT,
  setFetcherError: LEFT_OUT,
  getUpdatedRevalidatingFetchers: LEFT_OUT,
  getTargetedDataStrategyMatches: LEFT_OUT,
  deleteFetcher: '',
  abortFetcher: '',
  markFetchRedirectsDone: 'return false;',
  abortStaleFetchLoads: 'return false;',
  processLoaderData:
    'const { loaderData, errors } = processRouteLoaderData(matches, results, pendingActionResult); return { loaderData, errors };',
  // Routers without data
  useNavigateUnstable: LEFT_OUT,
  // Blockers
  shouldBlockNavigation: 'return undefined;',
  getBlocker: LEFT_OUT,
  updateBlocker: LEFT_OUT,
  deleteBlocker: LEFT_OUT,
  // View transitions
  restoreAppliedTransitions: '',
  persistAppliedTransitions: '',
  // Lazy route discovery
  checkFogOfWar: 'return { active: false, matches: null };',
  discoverRoutes: LEFT_OUT,
  patchRoutes: LEFT_OUT,
  _internalSetRoutes: LEFT_OUT,
  getDataStrategyMatchLazyPromises: 'return undefined;',
  // Data and scripts that its own framework writes into documents
  parseHydrationData: 'return undefined;',
  ScrollRestoration: 'useScrollRestoration({ getKey, storageKey }); return null;',
  // Middleware and instrumentation
  runClientMiddlewarePipeline: LEFT_OUT,
  getRouteInstrumentationUpdates: LEFT_OUT,
  instrumentClientSideRouter: LEFT_OUT,
  // Console warnings for developers
  warning: '',
  warningOnce: '',
  // Its own page of an error
  DefaultErrorComponent: 'return null;',
  // Server components
  RSCErrorHandler: 'return children;',
  decodeRouteErrorResponseDigest: 'return undefined;',
};
