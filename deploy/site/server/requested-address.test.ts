import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, test } from 'node:test';
import { composeLive } from '../record/live.ts';
import { makeSmallSite } from '../testing/small-site.ts';
import { startSiteServer } from './site-server.ts';

const site = makeSmallSite();
after(() => site.remove());
const options = {
  siteFolder: site.folder,
  live: composeLive(site.folder, site.record),
  browserBackend: { url: '', key: 'public-key' },
  fetchRows: site.fetchRows,
};
const server = await startSiteServer(options);
after(() => server.close());

interface Answer {
  status: number | undefined;
  location: string | undefined;
  text: string;
}

/** One request whose path and Host are sent verbatim. */
function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += String(part)));
      answer.on('end', () => resolve({ status: answer.statusCode, location: answer.headers.location, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('an address that is not written as one is the error of its sender', async (t) => {
  const reported = t.mock.method(console, 'error', () => undefined);
  for (const path of ['//', '///', '//bikes', '//evil.example/bikes', '/%zz', '/bikes/%', '/%E0%A4%A'])
    assert.deepEqual(
      await ask(server.url, path),
      { status: 400, location: undefined, text: 'This address is not written as a web address.\n' },
      path,
    );
  assert.equal(reported.mock.callCount(), 0);
  assert.equal((await ask(server.url, `${server.url}/bikes`)).status, 200, 'with its origin, as a proxy sends it');
});

test('robots.txt, sitemap.xml and security.txt name the configured address, whatever Host says', async () => {
  const publicOrigin = 'https://twostroke.example';
  const behindProxy = await startSiteServer({ ...options, publicOrigin });
  try {
    for (const [at, origin] of [
      [server, server.url],
      [behindProxy, publicOrigin],
    ] as const)
      for (const path of ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt']) {
        const { status, text } = await ask(at.url, path, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
        assert.equal(status, 200);
        assert.equal(text.includes('evil.example'), false, path);
        assert.ok(text.includes(origin), path);
      }
  } finally {
    await behindProxy.close();
  }
});
