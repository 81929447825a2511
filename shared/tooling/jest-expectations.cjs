/* Fails a test that logs an unexpected console.error; a test that expects one replaces console.error itself. Also fails
   on what a remote leaves behind in two tests: the leak watch counts each test as a visit. */
const { format } = require('node:util');
const { sentenceOfLeak, watchLeaks } = require('./watch-leaks.js');

const { testPath } = expect.getState();
const isOfRemote = /-mfe\/src\/.+\.tsx$/.test(testPath);
const ownPlace = /((?:[^\s(]*\/)?([a-z]+)-mfe\/src\/(?!testing\/|[^\s)]*\.test\.)[^\s)]*)/;
let test = 0;
const leakWatch = isOfRemote ? watchLeaks({ stackOf: ownStack, ownerOf: ownSource, visit: () => test }) : null;

/** Most files of a stack are packages: a search for a part of the path is cheaper than the expression. */
const isOwn = (file) => file.includes('-mfe/src/') && ownPlace.test(file);

/** Stacks by the first line of the remote's own in the compiled file. */
const ownStacks = new Map();

/** The stack, where a line is of the remote's own. Jest looks up the source of each line, which takes as long as a render. */
function ownStack() {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_, sites) => sites.find((site) => isOwn(site.getFileName() ?? ''));
  const own = new Error().stack;
  const line = own && [own.getFileName(), own.getLineNumber(), own.getColumnNumber()].join(':');
  Error.prepareStackTrace = prepareStackTrace;
  if (!line) return '';
  if (!ownStacks.has(line)) ownStacks.set(line, new Error().stack);
  return ownStacks.get(line);
}

/** The first line of a stack of the remote's own; lines of its tests do not count. */
function ownSource(stack) {
  const [, at, owner] = ownPlace.exec(stack) ?? [];
  return owner ? { owner, at } : null;
}

if (testPath.endsWith('.tsx')) {
  const { configure, getConfig } = require('@testing-library/react');
  const { getElementError } = getConfig();
  configure({
    // Queries wait longer than the default second: a busy machine needs more for a whole page.
    asyncUtilTimeout: 5000,
    // A query that waits fails many times. Only its last failure is shown, and waitFor adds the document to it.
    getElementError: (message, container) =>
      getConfig()._disableExpensiveErrorDiagnostics
        ? Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
        : getElementError(message, container),
  });
  // React records who created each element, for its developer tools, and stops at 10,000 elements a second.
  const internals = require('react').__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
}

let unexpected = [];
const report = (...parts) => unexpected.push(format(...parts));

beforeEach(() => {
  unexpected = [];
  jest.spyOn(console, 'error').mockImplementation(report);
});

afterEach(() => {
  if (typeof window !== 'undefined') window.localStorage.clear();
  if (unexpected.length > 0) throw new Error(`Unexpected console.error:\n${unexpected.join('\n')}`);
  if (!leakWatch) return;
  require('@testing-library/react').cleanup();
  test += 1;
  const [leak] = leakWatch.leaks();
  if (leak) throw new Error(sentenceOfLeak(leak));
});

// Restores the watched functions before the environment is torn down.
afterAll(() => leakWatch?.stop());
