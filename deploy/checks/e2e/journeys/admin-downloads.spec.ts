import { heading, logo } from '../locators.ts';
import { desktop } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('downloads of /admin', { tag: '@admin' }, () => {
  test('an admin at /admin downloads no file of another remote until they leave for a page of it', async ({ site }) => {
    const { page, requests } = await site.visit(desktop);
    await signInAsAdmin(page, site);
    await page.goto('about:blank'); // ends the requests of the sign-in page
    await page.clock.install();
    requests.length = 0;
    await page.goto(`${site.url}/admin`);
    await expect(page.getByRole('navigation', { name: 'Workshop' })).toBeVisible();
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(30_000); // starts what loads when idle
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await page.waitForLoadState('networkidle');
    const filesOfOthers = () => requests.filter((address) => /\/r\/(catalog|cart|account)\//.test(address));
    expect(filesOfOthers()).toEqual([]);
    expect(requests.filter((address) => address.includes('/r/admin/')).length).not.toBe(0);

    await logo(page).click();
    await expect.poll(() => filesOfOthers().length).not.toBe(0);
  });
});
