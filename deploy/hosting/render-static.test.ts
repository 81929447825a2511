import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runHostingCommand } from './hosting-command.ts';
import { makeSmallSite } from '../site/testing/small-site.ts';

const site = makeSmallSite();
const [target, elsewhere] = ['a', 'b'].map((name) => mkdtempSync(join(tmpdir(), `twostroke-render-${name}-`)));
let contentVersion = 'content-1';
/** The next requests that the backend rejects with 429. */
const rejected = new Set<string>();
/** A fake backend. */
const backend = createServer((req, res) => {
  res.setHeader('Content-Type', 'application/json');
  if (rejected.delete(/\/v1\/([^?&]*)/.exec(req.url!)![1]!)) {
    res.writeHead(429, { 'Retry-After': '1' }).end('{"message":"Too many requests."}');
    return;
  }
  res.end(JSON.stringify(req.url?.startsWith('/rest/v1/rpc/') ? contentVersion : []));
});
await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
// A shell that renders in Node, and reads as its loaders do; the remote's Node build is not loaded.
writeFileSync(
  join(site.folder, 'private/shell/1.0.0/node/server.mjs'),
  `const read = async (url, path) => {
    const answer = await fetch(url + '/rest/v1/pages?path=eq.' + path);
    if (!answer.ok) throw new Error((await answer.json()).message);
  };
  export const createPageRenderer = ({ registry, backend }) => async (path) => ({
    read: await read(backend.url, path),
    routeId: path === null ? 'not-found' : registry.routes.find((route) => route.path === path || route.path.split('/').length === path.split('/').length && route.path.startsWith(path.split('/').slice(0, 2).join('/'))).id,
    head: '<title>x</title>', body: '<h1>' + path + '</h1>', loaderData: {}, jsonLd: [],
  });\n`,
);
writeFileSync(join(site.folder, 'live.json'), JSON.stringify(site.record));
after(() => {
  backend.close();
  site.remove();
  for (const folder of [target!, elsewhere!]) rmSync(folder, { recursive: true, force: true });
});

const env: NodeJS.ProcessEnv = {};
async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runHostingCommand(args, env, (line) => lines.push(line));
  return { code, lines };
}
const render = (siteFolder: string, ...args: string[]) =>
  run('render', '--site', siteFolder, '--backend', url, '--key', 'public-key', ...args);
const origin = ['--origin', 'https://twostroke.example'];

test('reports the missing settings and what to do', async () => {
  assert.match((await render(site.folder)).lines[0]!, /--origin https:/);
  assert.match((await run('render', '--site', site.folder, ...origin)).lines[0]!, /--backend URL --key KEY/);
  assert.match((await render(elsewhere!, ...origin)).lines[0]!, /Nothing is live in this site folder yet/);
  assert.match((await render(site.folder, '--origin', 'twostroke.example')).lines[0]!, /must look like https:/);
  assert.equal((await run('push')).code, 1);
});

test('render with --push sends documents that name the backend to the target', async () => {
  const { code, lines } = await render(site.folder, ...origin, '--push', target!);
  assert.equal(code, 0, lines.join('\n'));
  const bikes = readFileSync(join(target!, 'documents/live/stable/bikes.html'), 'utf8');
  assert.ok(bikes.includes('<h1>/bikes</h1>'));
  assert.ok(bikes.includes(`"backend":{"url":"${url}","key":"public-key"}`));
  assert.ok(bikes.includes(`connect-src 'self' ${url} ${url.replace('http', 'ws')}`));
  assert.match(lines[0]!, /^Live: documents\/1-[0-9a-f]{8}\. \d+ files \(0 unchanged\)/);
});

test('a run from another machine does nothing for the same content and exports everything for changed content', async () => {
  assert.equal((await run('pull', target!, '--site', elsewhere!)).code, 0);
  const same = await render(elsewhere!, ...origin, '--push', target!, '--if-changed');
  assert.match(same.lines.join('\n'), /is up to date/);
  contentVersion = 'content-2';
  const changed = await render(elsewhere!, ...origin, '--push', target!, '--if-changed');
  assert.equal(changed.code, 0, changed.lines.join('\n'));
  assert.match(changed.lines[0]!, /^Live: documents\/1-[0-9a-f]{8}\.2\./, 'not into the documents that visitors read');
  assert.equal(readdirSync(join(target!, 'documents')).length, 4, 'two generations and a link to each');
});

test('waits while the backend answers 429, until every page is written', async () => {
  contentVersion = 'content-3';
  for (const question of ['rpc/content_version', 'offers', 'pages']) rejected.add(question);
  const { code, lines } = await render(site.folder, ...origin);
  assert.equal(code, 0, lines.join('\n'));
  assert.equal(rejected.size, 0);
  assert.ok(!lines.join('\n').includes('Rendered by the browser'), lines.join('\n'));
});

test('documents name the share of visits that the environment sets; an invalid one is rejected', async (t) => {
  t.after(() => delete env.TWOSTROKE_REPORT_SHARE);
  contentVersion = 'content-4';
  env.TWOSTROKE_REPORT_SHARE = '0.25';
  assert.equal((await render(site.folder, ...origin)).code, 0);
  const bikes = readFileSync(join(site.folder, 'documents/live/stable/bikes.html'), 'utf8');
  assert.ok(bikes.includes('"telemetry":{"sampleRate":0.25}'));
  env.TWOSTROKE_REPORT_SHARE = '25';
  const { code, lines } = await render(site.folder, ...origin);
  assert.deepEqual([code, lines.length], [1, 1]);
  assert.match(lines[0]!, /TWOSTROKE_REPORT_SHARE must be/);
});
