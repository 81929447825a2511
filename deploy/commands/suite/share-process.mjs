import * as runner from 'node:test';

/*
 * Stands for `node:test` in the bundle of a process that several test files share. What a file registers while it is
 * loaded becomes a suite, so its hooks run for its own tests only. Each file is loaded once the one before has ended:
 * some open a database when they are loaded.
 */
let registered;

/** Registers when the suite of the file that is being loaded begins; within a test, at once. */
function later(register) {
  return (...args) => {
    if (!registered) return register(...args);
    registered.push(() => register(...args));
    return undefined;
  };
}

export const after = later(runner.after);
export const afterEach = later(runner.afterEach);
export const before = later(runner.before);
export const beforeEach = later(runner.beforeEach);
export const describe = later(runner.describe);
export const test = later(runner.test);

/**
 * Runs the tests of one file. Its changes to the environment end with it.
 * @param load evaluates the file
 */
export async function runFile(name, load) {
  const environment = { ...process.env };
  const own = (registered = []);
  await load().catch((error) => {
    own.length = 0;
    own.push(() => runner.test('the file is loaded', () => Promise.reject(error)));
  });
  registered = undefined;
  await new Promise((resolve) => {
    runner.describe(name, () => {
      for (const register of own) register();
      runner.after(resolve);
    });
  });
  for (const variable of Object.keys(process.env)) if (!(variable in environment)) delete process.env[variable];
  Object.assign(process.env, environment);
}
