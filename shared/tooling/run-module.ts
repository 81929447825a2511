import { spawnSync } from 'node:child_process';

/**
 * Runs ES module source in Node, where the build tooling runs, and returns what it printed as JSON. Jest itself runs
 * CommonJS. Only for tests.
 * @param source may import the files of this folder as `./name.mjs`; prints one JSON value
 */
export function runModule(source: string): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd: __dirname,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
