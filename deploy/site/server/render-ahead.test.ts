import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { poll } from '../../backend/testing/poll.ts';
import { composeLive } from '../record/live.ts';
import { makeSmallSite } from '../testing/small-site.ts';
import { startSiteServer } from './site-server.ts';

const site = makeSmallSite();
after(() => site.remove());

/** A Node build of a shell that renders the name of each page. */
const shell = join(site.folder, 'shell.mjs');
writeFileSync(
  shell,
  `export const createPageRenderer = ({ registry }) => async (path) => {
    const route = registry.routes.find((one) => one.path === path) ?? registry.routes.find(({ page }) => page === 'bike');
    return { routeId: route.id, head: '', body: path, loaderData: {}, jsonLd: [] };
  };`,
);
const ahead = ['/', '/bikes', '/bikes/royal-enfield/classic-350', '/bikes/royal-enfield/hunter-350'];

test('all core pages are rendered at the start and after a content change, before any request', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let content = 'first';
  const live = composeLive(site.folder, site.record);
  const server = await startSiteServer({
    siteFolder: site.folder,
    live: { ...live, nodeEntries: { ...live.nodeEntries, shell } },
    browserBackend: { url: '', key: 'public-key' },
    fetchRows: site.fetchRows,
    contentVersion: () => Promise.resolve(content),
    renderAhead: true,
  });
  after(() => server.close());
  await poll('the first pages', () => Promise.resolve(rendered('first').length === ahead.length));
  assert.deepEqual(rendered('first'), ahead);
  content = 'second';
  t.mock.timers.tick(20_000);
  await poll('the pages of the changed content', () => Promise.resolve(rendered('second').length === ahead.length));
});

/** Addresses of the stored pages of one content version. */
function rendered(content: string): string[] {
  const folder = join(site.folder, 'pages/shell-1.0.0/catalog-1.0.0', content);
  if (!existsSync(folder)) return [];
  const pages = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return pages.map((name) => decodeURIComponent(name.replace('.json', ''))).sort();
}
