import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { heading } from '../locators.ts';
import { desktop, openTestSite } from '../open-test-site.ts';

const site = await openTestSite();
after(() => site.close());

const injected = '<script>globalThis.wasInjected = 1</script><img src="data:," onerror="globalThis.wasInjected = 1">';

test('a script that somebody put into a page never runs', async () => {
  const { page, complaints } = await site.visit(desktop);
  await page.route(`${site.url}/faq`, (route) => alter(route, { text: injectIntoBody }));
  await page.goto(`${site.url}/faq`);
  await hydrated(page);
  assert.equal(await page.evaluate(() => 'wasInjected' in globalThis), false);
  assert.ok(
    complaints.some((complaint) => /Content Security Policy/.test(complaint)),
    'the browser says what it refused',
  );
});

test('without the policy it would have run: the test above is not empty', async () => {
  const { page } = await site.visit(desktop);
  const text = (html: string) => injectIntoBody(html).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
  const without = ['content-security-policy'];
  await page.route(`${site.url}/faq`, (route) => alter(route, { text, without }));
  await page.goto(`${site.url}/faq`);
  assert.equal(await page.evaluate(() => 'wasInjected' in globalThis), true);
});

test('nor does an altered file of a release: the page says that a part is missing', async () => {
  const { page } = await site.visit(desktop);
  let altered = 0;
  await page.route(/\/r\/catalog\/[^/]+\/remoteEntry\./, (route) => {
    altered += 1;
    return alter(route, { text: (script) => `globalThis.wasAltered = 1;\n${script}` });
  });
  await page.goto(`${site.url}/faq`, { waitUntil: 'commit' });
  await page.getByText('This part is not available').first().waitFor();
  assert.ok(altered > 0, 'the file was asked for');
  assert.equal(await page.evaluate(() => 'wasAltered' in globalThis), false);
});

test('no string becomes a script or HTML', async () => {
  const { page } = await site.visit(desktop);
  await page.goto(`${site.url}/faq`);
  await heading(page).waitFor();
  const refused = await page.evaluate(() => {
    const attempts = [
      () => (document.body.innerHTML = '<p>x</p>'),
      () => document.body.append(Object.assign(document.createElement('script'), { text: '1' })),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (failure) {
        return (failure as Error).name;
      }
    });
  });
  assert.deepEqual(refused, ['TypeError', 'TypeError']);
});

test('no other site can frame a page', async () => {
  const { headers } = await fetch(`${site.url}/faq`);
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  assert.equal(headers.get('x-frame-options'), 'DENY');
});

function injectIntoBody(html: string): string {
  assert.ok(html.includes('<body>'));
  return html.replace('<body>', `<body>${injected}`);
}

/** Answers with what the server answered, changed on the way; uncompressed, since the text is another. */
async function alter(
  route: Route,
  { text, without = [] }: { text: (original: string) => string; without?: string[] },
): Promise<void> {
  const response = await route.fetch();
  const left = new Set([...without, 'content-encoding', 'content-length']);
  const headers = Object.fromEntries(Object.entries(response.headers()).filter(([name]) => !left.has(name)));
  await route.fulfill({ status: response.status(), headers, body: text(await response.text()) });
}

function hydrated(page: Page): Promise<unknown> {
  return page.waitForFunction(() =>
    Object.keys(document.querySelector('#root main') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}
