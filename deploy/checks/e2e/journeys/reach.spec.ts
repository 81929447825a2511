import { onePageOfEachKind } from '../routes.ts';
import { seenUnderTopButton } from '../under-top-button.ts';
import { phone } from '../open-test-site.ts';
import { everyRemote } from '../remotes.ts';
import { expect, test } from '../fixtures/test.ts';

/** The home page on a phone, in px: about eight screens. */
const longestHome = 7000;
const pages = [...onePageOfEachKind, '/auth', '/no-such-page'];

test.describe('reach', { tag: everyRemote }, () => {
  for (const width of [320, phone.width]) {
    test(`the button to the top covers nothing at ${width} px`, async ({ site }) => {
      test.slow();
      const { page, context } = await site.visit({ width, height: phone.height }, { reducedMotion: 'reduce' });
      for (const path of pages) {
        await page.goto(site.url + path, { waitUntil: 'networkidle' });
        const button = page.getByRole('button', { name: 'Back to top' });
        const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
        for (let step = 1; step <= 8; step += 1) {
          const top = Math.round((end * step) / 8);
          await page.evaluate((y) => window.scrollTo(0, y), top);
          if (top <= 400) continue;
          await button.waitFor();
          expect.soft(await seenUnderTopButton(page, button), `${path} at ${top} px`).toEqual([]);
        }
      }
      await context.close();
    });
  }

  test('the home page is about eight screens long on a phone', async ({ site }) => {
    const { page, context } = await site.visit(phone);
    await page.goto(site.url, { waitUntil: 'networkidle' });
    // Sections outside of the window have no layout until then.
    await page.evaluate(() => document.documentElement.removeAttribute('data-as-served'));
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(longestHome);
    await context.close();
  });
});
