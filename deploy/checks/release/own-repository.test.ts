import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buildApps } from '../../release/build/build-apps.mjs';
import { openSite } from '../../hosting/node/start-site.ts';
import { readHistory } from '../../site/record/history.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { readRelease } from '../../site/record/release-record.ts';
import { changedFiles, hashFiles } from '../../release/testing/hash-files.ts';
import { ownRepository } from '../../release/testing/own-repository.ts';

await buildApps();
const dataFolder = mkdtempSync(join(tmpdir(), 'twostroke-published-'));
const siteFolder = join(dataFolder, 'site');
const { site, stop } = await openSite(
  { port: 0, dataFolder, reset: false, demo: true, build: false, renderAhead: false, backend: { kind: 'embedded' } },
  {},
);
// Two of its test suites: one needs the page builders, fakes and settings of the shared package, the other needs none.
const own = ownRepository('catalog', (file) => /(home\.test\.tsx|judge-pin\.test\.ts)$/.test(file));
after(async () => {
  await stop();
  for (const folder of [dataFolder, own.folder]) rmSync(folder, { recursive: true, force: true });
});

const installed = join(own.folder, 'node_modules/@twostroke');
const { bin } = JSON.parse(readFileSync(join(installed, 'deploy/package.json'), 'utf8')) as {
  bin: Record<string, string>;
};
const release = (...args: string[]) =>
  own.run(join(installed, 'deploy', bin['twostroke-release']!), ...args, '--site', siteFolder);
const live = (): string => readLiveRecord(siteFolder)!.apps.catalog!;

test('the published packages contain everything that the repository of one remote imports, and no tests', async () => {
  assert.deepEqual(readdirSync(own.folder).sort(), [
    '.git',
    '.gitignore',
    'catalog-mfe',
    'node_modules',
    'package.json',
  ]);
  assert.deepEqual(readdirSync(installed).sort(), ['deploy', 'shared']);
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.includes('node_modules'),
  );
  assert.deepEqual(
    files.filter((file) => /\.test\.tsx?$/.test(file)),
    [],
  );
  const folders = readdirSync(join(installed, 'deploy'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  assert.deepEqual(folders.map(({ name }) => name).sort(), ['release', 'site']);
  // Without programs, which run when they are imported.
  const modules = files.filter(
    (file) => /^deploy\/.+\.m?ts$|^deploy\/.+\.mjs$/.test(file) && !/worker|twostroke-release|\.d\.mts$/.test(file),
  );
  assert.ok(modules.length > 60);
  const { code, output } = await own.run(
    ...['--import', 'tsx', '--input-type=module', '--eval'],
    modules.map((file) => `await import(${JSON.stringify(join(installed, file))});`).join('\n'),
  );
  assert.equal(code, 0, output);
});

test('the same sources build the same release, byte for byte, as beside the other apps', async () => {
  const first = live();
  const [released, types] = await Promise.all([
    release('catalog'),
    own.run('node_modules/typescript/bin/tsc', '-p', 'catalog-mfe'),
  ]);
  assert.deepEqual([released.code, types], [0, { code: 0, output: '' }], released.output);
  assert.match(released.output, /Built catalog\.[^]*Its tests pass\./);
  // The version ends in a hash of every built file, for browsers and for Node.
  assert.match(released.output, new RegExp(`catalog ${first} is live already: these sources were released before\\.`));
  assert.equal(live(), first);
});

test("releases a team's change through build, tests and rendering without changing a byte of another app", async () => {
  await (await fetch(site.url)).text(); // the first requested page makes the site record its content version
  const [before, first] = [hashFiles(siteFolder), live()];
  own.edit('catalog-mfe/package.json', '"version": "1.0.0"', '"version": "1.1.0"');
  own.edit('catalog-mfe/src/pages/home.tsx', 'title="Where we come"', 'title="Where we come to"');
  const commit = own.commit();
  const { code, output } = await release('catalog');
  assert.equal(code, 0, output);
  assert.match(
    output,
    /Rendered 1\d\d pages [^]*Verified at \S+: release \w+ is served; [^]*catalog 1\.1\.0-\w+ is live, before it/,
  );
  const home = await (await fetch(site.url)).text();
  assert.ok(home.includes('Where we come to') && home.includes(`/r/catalog/${live()}/`));
  const { commit: recorded, shares } = readRelease(siteFolder, 'catalog', live());
  assert.deepEqual([recorded, shares['@twostroke/shared/state']], [commit, '^1.0.0']);
  const { app, from, to, by } = readHistory(siteFolder).at(-1)!;
  assert.deepEqual([app, from, to, by], ['catalog', first, live(), 'meera']);
  const foreign = changedFiles(before, hashFiles(siteFolder)).filter(
    (file) =>
      !/^(r|private)\/catalog\/1\.1\.0-|^pages\/shell-[^/]+\/catalog-1\.1\.0-|^(live\.json|history\.jsonl)/.test(file),
  );
  assert.deepEqual(foreign, []);
});

test('a shared package that is too new for the live shell is rejected, and so are forbidden imports', async () => {
  const former = live();
  own.write('catalog-mfe/src/timer.tsx', 'export const start = () => setInterval(() => undefined, 90_000);\n');
  own.write(
    'catalog-mfe/src/timer.test.tsx',
    "import { start } from './timer';\ntest.each([1, 2])('visit %i', () => void start());\n",
  );
  own.edit('node_modules/@twostroke/shared/package.json', '"version": "1.0.0"', '"version": "1.1.0"');
  const { code, output } = await release('catalog');
  assert.equal(code, 1, output);
  assert.match(output, /^Built catalog\.$/m, 'a changed shared package leads to a new build');
  assert.match(
    output,
    /The tests of catalog fail\. Run npm test -w catalog-mfe[^]*catalog leaks: interval of 90000 ms, left behind by 2 visits/,
  );
  assert.match(
    output,
    /needs @twostroke\/shared\/state \^1\.1\.0; the shell 1\.0\.0-\w+ provides 1\.0\.0\. Build with the shell's version, or release the shell first\./,
  );
  assert.equal(live(), former);
});
