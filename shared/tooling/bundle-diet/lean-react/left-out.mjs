/** The body of a function that this site never calls. */
const LEFT_OUT = 'throw Error("left out of this build of React");';

/**
 * Names that the shell's React does not provide, by module. The release step refuses a remote that imports one, and lint
 * reports it before.
 */
export const notProvided = {
  react: ['ViewTransition', 'addTransitionType', 'unstable_useCacheRefresh'],
  'react-dom': ['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule'],
};

const emptied = (...names) => Object.fromEntries(names.map((name) => [name, LEFT_OUT]));
const withoutEffect = (...names) => Object.fromEntries(names.map((name) => [name, '']));
const removed = (owner, ...names) => Object.fromEntries(names.map((name) => [`${owner}.${name}`, null]));

/**
 * What the site does not use of React, by file and name, and its replacement. The browser fades between pages, documents
 * and the federation runtime bring style sheets and scripts, and no code asks for a reference to a fragment. Lists of
 * Suspense boundaries are in React's files too, though its stable versions export none.
 */
export const leftOut = {
  'react.production.js': removed('exports', ...notProvided.react),
  'react-dom.production.js': removed('exports', ...notProvided['react-dom']),
  'react-dom-client.production.js': {
    // View transitions
    ...withoutEffect(
      'trackEnterViewTransitions',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'commitAfterMutationEffectsOnFiber',
      'applyViewTransitionToHostInstances',
      'measureNestedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'restoreViewTransitionOnHostInstances',
      'reportViewTransitionError',
    ),
    ...emptied(
      'startViewTransition',
      'getViewTransitionName',
      'getViewTransitionClassName',
      'createViewTransitionInstance',
      'ViewTransitionPseudoElement',
    ),
    ...removed('ViewTransitionPseudoElement.prototype', 'animate', 'getAnimations', 'getComputedStyle'),
    // References to fragments
    ...emptied('FragmentInstance', 'addFragmentHandleToFiber'),
    ...removed(
      'FragmentInstance.prototype',
      'addEventListener',
      'removeEventListener',
      'dispatchEvent',
      'focus',
      'focusLast',
      'blur',
      'observeUsing',
      'unobserveUsing',
      'getClientRects',
      'getRootNode',
      'compareDocumentPosition',
      'scrollIntoView',
    ),
    ...withoutEffect(
      'commitNewChildToFragmentInstances',
      'commitFragmentInstanceInsertionEffects',
      'commitFragmentInstanceDeletionEffects',
    ),
    isFragmentInstanceHostBoundary: 'return true;',
    isFragmentInstanceParent: 'return false;',
    // Lists of Suspense boundaries
    ...emptied('updateSuspenseListComponent', 'cutOffTailIfNeeded', 'findFirstSuspended'),
    // Hints, and style sheets and scripts that a component renders with `precedence` or `async`
    ...emptied('preconnectAs', 'preload', 'preloadModule', 'preinitStyle', 'preinitScript', 'preinitModuleScript'),
    ...emptied('acquireResource', 'preloadResourceAndSuspendIfNeeded'),
    getResource: 'return null;',
    // Commits that wait for such a style sheet, or for the images of a view transition
    preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217;',
    completeRootWhenReady: `root.timeoutHandle = -1; completeRoot(
      root, finishedWork, lanes, recoverableErrors, transitions, didIncludeRenderPhaseUpdate, spawnedLane,
      updatedLanes, suspendedRetryLanes, didSkipSuspendedSiblings, exitStatus, null);`,
    // The browser's own sign of a load while a transition waits, by a navigation that is none
    defaultOnDefaultTransitionIndicator: 'return function () {};',
    'ReactDOMSharedInternals.findDOMNode': null,
  },
};
