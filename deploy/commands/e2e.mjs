import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, repository } from '../release/build/ensure-installed.mjs';
import { findChromium } from '../checks/programs/find-chromium.mjs';
import { findNginx } from '../checks/programs/find-servers.mjs';

/*
 * `npm run e2e`: all journeys on the Node server. `npm run e2e -- cart` those of a remote, `npm run e2e -- paying` a file,
 * `npm run e2e -- --project=nginx` behind nginx; other words are options of `playwright test`.
 */
ensureInstalled();
const { listApps } = await import('@twostroke/shared/tooling/list-apps.mjs');
const apps = new Set(listApps(repository).map(({ name }) => name));
const args = process.argv.slice(2);
const isRemote = (word) => word !== 'shell' && apps.has(word);
const tags = args.filter(isRemote).map((remote) => `@${remote}`);
const others = args.filter((arg) => !isRemote(arg));
const hasProject = others.some((arg) => arg.startsWith('--project'));

const chromium = await findChromium();
if (!chromium.path) fail(chromium.sentence);
if (others.some((arg) => ['--project=nginx', '--project=tls'].includes(arg))) {
  const nginx = findNginx();
  if (!nginx.path) fail(`This ${nginx.sentence}.`);
}
const child = spawn(
  process.execPath,
  [
    join(repository, 'node_modules/@playwright/test/cli.js'),
    'test',
    ...['--config', join(repository, 'deploy/checks/e2e/playwright.config.ts')],
    // The further walks of `npm run test:all` too, but no rule again in other cases.
    ...(hasProject ? [] : ['--project=node', '--project=more', '--grep-invert', '@more']),
    ...(tags.length > 0 ? ['--grep', tags.join('|')] : []),
    ...others,
  ],
  { cwd: repository, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test' } },
);
child.on('close', (code) => process.exit(code ?? 1));

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
