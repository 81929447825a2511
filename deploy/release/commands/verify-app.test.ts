import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { composeLive } from '../../site/record/live.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { runReleaseCommand } from './release-command.ts';
import { announceSite } from '../../site/record/running-site.ts';
import { addReleases, remoteRelease, smallSite } from '../../site/testing/small-releases.ts';

const siteFolder = smallSite();
for (const version of ['1.1.0', '1.2.0']) addReleases(siteFolder, remoteRelease('cart', { version }));
/** Wrong answers of the fake site, by path. */
const wrong = new Map<string, { status: number; body: string }>();
/** A fake site: it names the live release on every page. */
const server = createServer((req, res) => {
  const { release } = composeLive(siteFolder, readLiveRecord(siteFolder)!);
  const page = `<script type="application/json" id="site">${JSON.stringify({ release })}</script>`;
  const path = req.url!;
  const { status, body } = [...wrong].find(([part]) => path.includes(part))?.[1] ?? {
    status: 200,
    body: path.startsWith('/r/') ? '' : page,
  };
  res.writeHead(status).end(body);
});
let url: string;
let leave: () => void;
const announce = (): (() => void) => announceSite(siteFolder, { url, backend: { url, key: 'public-key' } });

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  leave = announce();
});
after(() => {
  leave();
  server.close();
  server.closeAllConnections();
});

async function release(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const words = [...args, '--site', siteFolder];
  const code = await runReleaseCommand(words, siteFolder, (line) => lines.push(line), { env: {} });
  return { code, said: lines.join('\n') };
}

test('fetches a page of the app and its entry, and names both', async () => {
  const { code, said } = await release('rollback', 'cart', '1.1.0');
  assert.equal(code, 0, said);
  const { release: name } = composeLive(siteFolder, readLiveRecord(siteFolder)!);
  assert.ok(
    said.includes(
      `Verified at ${url}: release ${name} is served; /cart answers 200, /r/cart/1.1.0/remoteEntry.js has its integrity.`,
    ),
    said,
  );
});

for (const [what, part, answer, sentence] of [
  [
    'a page that is broken',
    '/cart',
    { status: 500, body: '' },
    /visitors do not get cart whole: \S+\/cart answers 500/,
  ],
  ['a page of another release', '/cart', { status: 200, body: 'kept' }, /\/cart is not of release \w{8}\./],
  ['an entry that is missing', 'remoteEntry', { status: 404, body: '' }, /remoteEntry\.js answers 404/],
  ['an entry that was altered', 'remoteEntry', { status: 200, body: 'alert(1)' }, /is not the file that was released/],
] as const)
  test(`reports ${what}, and what is live`, async () => {
    const next = readLiveRecord(siteFolder)!.apps.cart === '1.1.0' ? '1.2.0' : '1.1.0';
    wrong.set(part === '/cart' ? 'cart' : part, answer);
    if (part === '/cart') wrong.set('/r/', { status: 200, body: '' });
    const { code, said } = await release('rollback', 'cart', next);
    wrong.clear();
    assert.equal(code, 1, said);
    assert.match(said, sentence);
    assert.match(said, /live\.json is flipped, but/);
    assert.equal(readLiveRecord(siteFolder)!.apps.cart, next);
  });

test('for a disabled app only its page is verified, which says so', async () => {
  wrong.set('/r/cart', { status: 404, body: '' });
  const { code, said } = await release('disable', 'cart');
  wrong.clear();
  assert.equal(code, 0, said);
  assert.match(said, /\/cart answers 200, cart is switched off\./);
});

test('reports that nothing was verified where no site runs', async () => {
  leave();
  const { code, said } = await release('enable', 'cart');
  leave = announce();
  assert.equal(code, 0, said);
  assert.match(said, /^Not verified: no site runs on this folder on this machine\.$/m);
});
