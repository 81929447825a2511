/** An error on the console that no test expected is a failure. A test that expects one replaces console.error itself. */
const { format } = require('node:util');

// Components are looked for longer than the second that is the default: a busy machine takes its time over a whole page.
if (expect.getState().testPath.endsWith('.tsx'))
  require('@testing-library/react').configure({ asyncUtilTimeout: 5000 });

let unexpected = [];
const report = (...parts) => unexpected.push(format(...parts));

beforeEach(() => {
  unexpected = [];
  jest.spyOn(console, 'error').mockImplementation(report);
});

afterEach(() => {
  if (typeof window !== 'undefined') window.localStorage.clear();
  if (unexpected.length > 0) throw new Error(`Unexpected console.error:\n${unexpected.join('\n')}`);
});
