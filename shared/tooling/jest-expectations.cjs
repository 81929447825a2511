/* Fails a test that logs an unexpected console.error; a test that expects one replaces console.error itself. Also fails
   on what a remote leaves behind in two tests: the leak watch counts each test as a visit. */
const { format } = require('node:util');
const { sentenceOfLeak, watchLeaks } = require('./watch-leaks.js');

const { testPath } = expect.getState();
const isOfRemote = /-mfe\/src\/.+\.tsx$/.test(testPath);
let test = 0;
const leakWatch = isOfRemote ? watchLeaks({ ownerOf: ownSource, visit: () => test }) : null;

/** Finds the remote's own line in a stack; lines of its tests do not count. */
function ownSource(stack) {
  // Line by line: over a whole stack, the expression takes as long as a render.
  for (const line of stack.split('\n').filter((text) => text.includes('-mfe/src/'))) {
    const [, at, owner] = /((?:[^\s(]*\/)?([a-z]+)-mfe\/src\/(?!testing\/|[^\s)]*\.test\.)[^\s)]*)/.exec(line) ?? [];
    if (owner) return { owner, at };
  }
  return null;
}

// Queries wait longer than the default second: a busy machine needs more for a whole page.
if (testPath.endsWith('.tsx')) require('@testing-library/react').configure({ asyncUtilTimeout: 5000 });

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
