import type { Page, Route } from 'playwright-core';
import { heading } from '../locators.ts';
import { desktop } from '../open-test-site.ts';
import { expect, test } from '../fixtures/test.ts';

const injected = '<script>globalThis.wasInjected = 1</script><img src="data:," onerror="globalThis.wasInjected = 1">';

test.describe('the security policy', { tag: '@catalog' }, () => {
  test('an injected script never runs', async ({ site }) => {
    const { page, complaints } = await site.visit(desktop);
    await page.route(`${site.url}/faq`, (route) => alter(route, { text: injectIntoBody }));
    await page.goto(`${site.url}/faq`);
    await hydrated(page);
    expect(await page.evaluate(() => 'wasInjected' in globalThis)).toBe(false);
    expect(
      complaints.some((complaint) => /Content Security Policy/.test(complaint)),
      'the browser reports the violation',
    ).toBeTruthy();
  });

  test('the injected script runs without the policy, which proves that the test above can fail', async ({ site }) => {
    const { page } = await site.visit(desktop);
    const text = (html: string) => injectIntoBody(html).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    const without = ['content-security-policy'];
    await page.route(`${site.url}/faq`, (route) => alter(route, { text, without }));
    await page.goto(`${site.url}/faq`);
    expect(await page.evaluate(() => 'wasInjected' in globalThis)).toBe(true);
  });

  test('an altered file of a release never runs: the page shows that a part is missing', async ({ site }) => {
    const { page } = await site.visit(desktop);
    let altered = 0;
    await page.route(/\/r\/catalog\/[^/]+\/remoteEntry\./, (route) => {
      altered += 1;
      return alter(route, { text: (script) => `globalThis.wasAltered = 1;\n${script}` });
    });
    await page.goto(`${site.url}/faq`, { waitUntil: 'commit' });
    await expect(page.getByText('This part is not available').first()).toBeVisible();
    expect(altered, 'the file was requested').toBeGreaterThan(0);
    expect(await page.evaluate(() => 'wasAltered' in globalThis)).toBe(false);
  });

  test('no string becomes a script or HTML', async ({ site }) => {
    const { page } = await site.visit(desktop);
    await page.goto(`${site.url}/faq`);
    await expect(heading(page)).toBeVisible();
    const rejected = await page.evaluate(() => {
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
    expect(rejected).toEqual(['TypeError', 'TypeError']);
  });

  test('no other site can frame a page', async ({ site }) => {
    const { headers } = await fetch(`${site.url}/faq`);
    expect(headers.get('content-security-policy') ?? '').toMatch(/frame-ancestors 'none'/);
    expect(headers.get('x-frame-options')).toBe('DENY');
  });
});

function injectIntoBody(html: string): string {
  expect(html).toContain('<body>');
  return html.replace('<body>', `<body>${injected}`);
}

/** Answers with the server's answer, altered and uncompressed. */
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
