import { parse } from 'yaml';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { readLiveRecord } from '../site/record/live-record.ts';
import { runReleaseCommand } from '../release/commands/release-command.ts';
import { checkoutOf } from '../release/testing/checkout-of-one.ts';
import { changedFiles, hashFiles } from '../release/testing/hash-files.ts';
import { buildApps } from '../release/build/build-apps.mjs';
import { repository } from '../release/build/ensure-installed.mjs';
import { createRemote } from './new-remote.ts';
import { openSite } from '../hosting/node/start-site.ts';

const apps = listApps(repository).map(({ name }) => name);
await buildApps();
const checkout = checkoutOf(apps).folder;
for (const file of ['tsconfig.base.json', '.oxlintrc.json', '.oxfmtrc.json', '.github'])
  cpSync(join(repository, file), join(checkout, file), { recursive: true });
const written = createRemote(checkout, 'loyalty');
const dataFolder = mkdtempSync(join(tmpdir(), 'twostroke-fifth-'));
after(() => {
  for (const folder of [checkout, dataFolder]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a tool of the repository in the new remote's folder. */
function run(tool: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(repository, 'node_modules', tool), ...args], {
    cwd: join(checkout, 'loyalty-mfe'),
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

test('a new remote is an app of the checkout by its folder alone', () => {
  assert.deepEqual(
    listApps(checkout).map(({ name }) => name),
    ['shell', ...[...apps.slice(1), 'loyalty'].sort()],
  );
});

test('its files pass the type check, the lint rules and the formatter', () => {
  assert.deepEqual(run('@typescript/native/bin/tsc', '--noEmit', '-p', '.'), { status: 0, output: '' });
  assert.deepEqual(run('oxlint/bin/oxlint', '--format', 'unix'), { status: 0, output: '' });
  const files = written.map((file) => join(checkout, file));
  const formatted = run('oxfmt/bin/oxfmt', '--list-different', ...files);
  assert.deepEqual(formatted, { status: 0, output: '' });
});

test('its workflow equals that of the other remotes, with its own name', () => {
  const workflowOf = (name: string): string =>
    readFileSync(join(checkout, `.github/workflows/release-${name}.yml`), 'utf8');
  assert.deepEqual(parse(workflowOf('loyalty')), parse(workflowOf('cart').replaceAll('cart', 'loyalty')));
});

test('it passes every gate and is released on a running site without changing a byte of another app', async () => {
  const siteFolder = join(dataFolder, 'site');
  const { site, stop } = await openSite(
    { port: 0, dataFolder, reset: false, demo: true, build: false, renderAhead: false, backend: { kind: 'embedded' } },
    {},
  );
  try {
    assert.equal((await fetch(`${site.url}/loyalty`)).status, 404);
    await (await fetch(site.url)).text(); // the release verifies the home page, which is rendered when first asked for
    const before = hashFiles(siteFolder);
    const lines: string[] = [];
    const code = await runReleaseCommand(['loyalty', '--site', siteFolder], checkout, (line) => lines.push(line));
    assert.equal(code, 0, lines.join('\n'));
    assert.match(lines.join('\n'), /Its tests pass\./);
    const answer = await fetch(`${site.url}/loyalty`);
    assert.equal(answer.status, 200);
    const html = await answer.text();
    assert.match(html, /<h1[^>]*>Loyalty<\/h1>/);
    assert.ok(html.includes(`/r/loyalty/${readLiveRecord(siteFolder)!.apps.loyalty}/`));
    const foreign = changedFiles(before, hashFiles(siteFolder)).filter(
      (file) => !/^(r|private)\/loyalty\/|^pages\/[^/]+\/loyalty-|^(live\.json|history\.jsonl)/.test(file),
    );
    assert.deepEqual(foreign, []);
  } finally {
    await stop();
  }
});

test('an invalid or existing name is rejected with a message, and nothing is written', () => {
  for (const name of ['Loyalty', 'x', '9lives', 'loyal-ty', '../up'])
    assert.throws(() => createRemote(checkout, name), /does not fit/);
  for (const name of ['loyalty', 'cart', 'shell', 'shared'])
    assert.throws(() => createRemote(checkout, name), /is taken/);
});
