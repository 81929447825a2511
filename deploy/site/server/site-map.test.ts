import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { composeLive } from '../record/live.ts';
import { makeSmallSite } from '../testing/small-site.ts';
import { startSiteServer } from './site-server.ts';

const site = makeSmallSite();
after(() => site.remove());

let isDown = false;
const server = await startSiteServer({
  siteFolder: site.folder,
  live: composeLive(site.folder, site.record),
  browserBackend: { url: '', key: 'public-key' },
  fetchRows: (query) => (isDown ? Promise.reject(new Error('down')) : site.fetchRows(query)),
});
after(() => server.close());

const ask = async () => {
  const answer = await fetch(`${server.url}/sitemap.xml`);
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), text: await answer.text() };
};

test('an unavailable site map answers with Retry-After; once made it is cached', async (t) => {
  const reported = t.mock.method(console, 'error', () => undefined);
  isDown = true;
  assert.deepEqual(await ask(), {
    status: 503,
    retryAfter: '60',
    text: 'The list of pages can not be made now. Please try again in a minute.\n',
  });
  assert.deepEqual(reported.mock.calls[0]?.arguments, ['No site map:', 'down']);
  isDown = false;
  const made = await ask();
  assert.equal(made.status, 200);
  assert.match(made.text, new RegExp(`<loc>${server.url}/bikes/royal-enfield/classic-350</loc>`));
  isDown = true;
  assert.deepEqual(await ask(), made);
});
