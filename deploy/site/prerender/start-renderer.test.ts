import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { composeLive } from '../record/live.ts';
import { makeSmallSite } from '../testing/small-site.ts';
import { PAGES_AT_ONCE, startRenderer } from './start-renderer.ts';

const site = makeSmallSite();
after(() => site.remove());

/** A renderer whose shell has this body of `render(path)`; it may count in `state`. */
function rendererOf(body: string) {
  const shell = join(site.folder, `shell-${Math.random()}.mjs`);
  writeFileSync(
    shell,
    `const state = { now: 0, most: 0 };
    const page = (text) => ({ routeId: 'bike', head: '', body: text, loaderData: {}, jsonLd: [] });
    export const createPageRenderer = () => async (path) => { ${body} };`,
  );
  const live = composeLive(site.folder, site.record);
  const renderer = startRenderer(
    { ...live, nodeEntries: { ...live.nodeEntries, shell } },
    { url: 'http://x', key: 'k' },
  );
  after(() => renderer.close());
  return renderer;
}

test('many concurrent requests are all rendered, a few at a time', async () => {
  const renderer = rendererOf(`
    state.most = Math.max(state.most, (state.now += 1));
    await new Promise((resolve) => setTimeout(resolve, 1));
    state.now -= 1;
    return page(String(state.most));`);
  const pages = await Promise.all(Array.from({ length: 100 }, (_, at) => renderer.render(`/${at}`)));
  assert.equal(pages.length, 100);
  assert.equal(Math.max(...pages.map(({ body }) => Number(body))), PAGES_AT_ONCE);
});

test('the timeout of a page begins when the thread takes it: pages that hang fail, and the next are rendered', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const renderer = rendererOf(`return path === '/hangs' ? new Promise(() => {}) : page('rendered');`);
  const hanging = Array.from({ length: PAGES_AT_ONCE }, () => renderer.render('/hangs'));
  const next = renderer.render('/bikes');
  const failed = Promise.all(hanging.map((page) => assert.rejects(page, /took longer than 15 s to render/)));
  t.mock.timers.tick(15_000);
  await failed;
  assert.equal((await next).body, 'rendered');
});

test('closing rejects the pages in the thread and those that wait for it', async () => {
  const renderer = rendererOf(`return new Promise(() => {});`);
  const pages = Promise.all(
    Array.from({ length: 20 }, () => assert.rejects(renderer.render('/hangs'), /The renderer was closed/)),
  );
  await renderer.close();
  await pages;
});

test('it works before its first page and while its thread answers, not while that hangs or after it has crashed', async (t) => {
  const renderer = rendererOf(`
    if (path === '/hangs') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
    if (path === '/crashes') process.exit(1);
    return page('rendered');`);
  assert.equal(await renderer.isWorking(), true);
  await renderer.render('/bikes');
  assert.equal(await renderer.isWorking(), true);
  const hanging = renderer.render('/hangs');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = renderer.isWorking();
  t.mock.timers.tick(2_000);
  assert.equal(await asked, false);
  t.mock.timers.reset();
  await hanging;
  assert.equal(await renderer.isWorking(), true);
  await assert.rejects(renderer.render('/crashes'), /The renderer has stopped/);
  assert.equal(await renderer.isWorking(), false);
  await renderer.render('/bikes');
  assert.equal(await renderer.isWorking(), true);
});
