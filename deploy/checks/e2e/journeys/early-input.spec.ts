import type { Registry } from '@twostroke/shared/contracts/registry';
import type { Locator, Page } from 'playwright-core';
import { putServiceIntoCart } from '../book-by-page.ts';
import { cartButton, cartDrawer, heading } from '../locators.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

const brakeService = '/services/royal-enfield/classic-350/brake-service';

test.describe('input before hydration', { tag: '@catalog' }, () => {
  test('a click before hydration is replayed', async ({ site }) => {
    for (const path of ['/faq', '/no-such-page']) {
      const { page, complaints } = await site.visit(phone);
      const answer = await holdShell(page);
      await page.goto(`${site.url}${path}`, { waitUntil: 'commit' });
      await cartButton(page, 0).click();
      answer();
      await expect(cartDrawer(page)).toBeVisible();
      expect(
        complaints.filter((line) => !line.includes('404')),
        path,
      ).toEqual([]);
    }
  });

  test('a click on a page whose code is late is replayed too; without that code the layout still works', async ({
    site,
  }) => {
    const { page } = await site.visit(phone);
    const held: (() => Promise<void>)[] = [];
    await page.route('**/r/catalog/**/*.js', (route) => void held.push(() => route.continue()));
    await page.goto(site.url + brakeService, { waitUntil: 'commit' });
    await pressAtRest(page.getByRole('button', { name: 'Add to cart' }));
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#root header') ?? {}).some((key) => key.startsWith('__reactProps')),
    );
    await Promise.all(held.map((goOn) => goOn()));
    await page.unroute('**/r/catalog/**/*.js');
    await expect(cartButton(page, 1)).toBeVisible();

    const other = (await site.visit(phone)).page;
    await other.route('**/r/catalog/**/*.js', (route) => route.abort());
    await other.goto(site.url + brakeService, { waitUntil: 'commit' });
    await cartButton(other, 0).click();
    await expect(cartDrawer(other)).toBeVisible();
  });

  test('the menu opens and closes before any code has come, and stays as it is then', async ({ site }) => {
    const { page, complaints } = await site.visit(phone);
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const isLeftOpen of [true, false]) {
      const answer = await holdShell(page);
      await page.goto(`${site.url}/faq`, { waitUntil: 'commit' });
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu.getByRole('link', { name: 'Blog' })).toBeVisible();
      if (!isLeftOpen) {
        await menu.getByRole('button', { name: 'Close' }).click();
        await expect(menu).toBeHidden();
      }
      answer();
      await waitForHydration(page);
      await expect(menu).toBeVisible({ visible: isLeftOpen });
      if (!isLeftOpen) await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
    }
    expect(complaints).toEqual([]);
  });

  test('the cart opens at an early press, before any code has come, stays as it is then, and shows what was added', async ({
    site,
  }) => {
    const { page, complaints } = await site.visit(phone);
    const cart = cartDrawer(page);
    for (const isLeftOpen of [false, true]) {
      const answer = await holdShell(page);
      await page.goto(site.url + brakeService, { waitUntil: 'commit' });
      await pressAtRest(page.getByRole('button', { name: 'Add to cart' }));
      await expect(cart.getByText('Loading your cart')).toBeVisible();
      if (!isLeftOpen) {
        await cart.getByRole('button', { name: 'Close' }).click();
        await expect(cart).toBeHidden();
      }
      if (isLeftOpen) await expect.poll(async () => (await cart.boundingBox())?.x).toBe(0); // it has slid in
      const frames = await countFramesWithoutDialog(page);
      answer();
      await expect(cartButton(page, 1)).toBeVisible();
      await waitForHydration(page);
      if (!isLeftOpen) {
        await expect(cart).toBeHidden();
        continue;
      }
      await expect(cart.getByText('Brake Service')).toBeVisible();
      expect(await frames.count()).toBe(0);
      await page.keyboard.press('Escape');
      await expect(cart).toBeHidden();
    }
    expect(complaints).toEqual([]);
  });

  test('the next page of an early press comes while this one starts', async ({ site }) => {
    const { page, requests } = await site.visit(phone);
    const held: (() => Promise<void>)[] = [];
    await page.route('**/r/catalog/**/*.js', (route) => void held.push(() => route.continue()));
    const answer = await holdShell(page);
    await page.goto(site.url + brakeService, { waitUntil: 'commit' });
    await pressAtRest(page.getByRole('button', { name: 'Book a time' }).first());
    answer();
    const heard = page.locator('[data-heard]');
    await expect(heard).toHaveText('Book a time');
    const files = await page.evaluate(() => {
      const { registry } = JSON.parse(document.getElementById('site')!.textContent) as { registry: Registry };
      const { js, css } = registry.routes.find(({ path }) => path === '/book-service')!;
      return [...js, ...css].map(({ href }) => href);
    });
    await expect.poll(() => files.filter((file) => !requests.includes(site.url + file))).toEqual([]);
    await expect.poll(() => requests.filter((url) => url.endsWith('/book-service.json'))).toHaveLength(1);
    expect(await page.evaluate(() => 'twostrokeEarlyInput' in globalThis && !!globalThis.twostrokeEarlyInput)).toBe(
      true,
    );
    await Promise.all(held.map((goOn) => goOn()));
    await page.unroute('**/r/catalog/**/*.js');
    await expect(heading(page, 'Where and when?')).toBeVisible();
    await page.goBack();
    await waitForHydration(page);
    await expect(heard).toHaveCount(0);
  });

  test('a button that nothing answers for ten seconds is let go, a sentence says what to do, and the press still counts', async ({
    site,
  }) => {
    const { page } = await site.visit(phone);
    await page.clock.install();
    const answer = await holdShell(page);
    await page.goto(site.url + brakeService, { waitUntil: 'commit' });
    await pressAtRest(page.getByRole('button', { name: 'Book a time' }).first());
    const heard = page.locator('[data-heard]');
    const late = page.getByRole('alert').filter({ hasText: 'Reload the page, or call' });
    await page.clock.fastForward(9_000);
    await expect(heard).toHaveText('Book a time');
    await expect(late).toHaveCount(0);
    await page.clock.fastForward(2_000);
    await expect(heard).toHaveCount(0);
    await expect(late).toBeInViewport({ ratio: 1 });
    await expect(late.getByRole('link')).toHaveAttribute('href', /^tel:\+91\d{10}$/);
    await page.clock.resume();
    answer();
    await expect(heading(page, 'Where and when?')).toBeVisible();
    await expect(late).toHaveCount(0);
  });

  test('an item added before hydration is in the cart, beside the stored ones', async ({ site }) => {
    const { page } = await site.visit(phone);
    await putServiceIntoCart(page, site.url);
    const answer = await holdShell(page);
    await page.goto(site.url + brakeService, { waitUntil: 'commit' });
    await pressAtRest(page.getByRole('button', { name: 'Add to cart' }));
    answer();
    await waitForHydration(page);
    await poll('the new service in the cart', async () => {
      const stored = await page.evaluate(() => localStorage.getItem('twostroke.cart'));
      return stored?.includes('brake-service') && stored.includes('royal-enfield');
    });
    await expect(cartButton(page, 1)).toBeVisible();
  });

  test('choices and text entered before hydration are kept', async ({ site }) => {
    const { page } = await site.visit(phone);
    const answer = await holdShell(page);
    await page.goto(site.url, { waitUntil: 'commit' });
    await page.getByLabel('Brand or model').fill('classic');
    answer();
    await page.getByRole('option', { name: /^Classic 350/ }).click();
    await expect(page.getByRole('button', { name: 'See prices for Classic 350' })).toBeVisible();

    const again = await holdShell(page);
    await page.goto(`${site.url}/contact`, { waitUntil: 'commit' });
    await page.getByLabel('Your name').fill('Asha Kulkarni');
    again();
    await waitForHydration(page);
    expect(await page.getByLabel('Your name').inputValue()).toBe('Asha Kulkarni');
  });

  test('clicks and ticks during hydration take effect exactly once', ({ site }) => pressAfter(site, [0, 2, 8]));

  test('clicks and ticks at further moments of hydration take effect exactly once', { tag: '@more' }, ({ site }) =>
    pressAfter(site, [1, 3, 5, 13, 21, 34]),
  );

  /** @param moments after how many tasks of hydration a visitor clicks */
  async function pressAfter(site: TestSite, moments: number[]): Promise<void> {
    const outcomes: string[] = [];
    for (const tasks of moments) {
      const { context, page } = await site.visit(phone);
      await page.addInitScript(pressWhileHydrating, tasks);
      await page.goto(site.url + brakeService, { waitUntil: 'commit' });
      await waitForHydration(page);
      await page.waitForFunction(() => 'pressed' in globalThis);
      const opened = await page
        .getByRole('dialog', { name: 'Your cart' })
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
      const ticked = await page.getByRole('checkbox', { name: /air filter/i, includeHidden: true }).isChecked();
      // The dialog opens at the press, before any code has come; the tick is replayed later.
      const inCart = await page
        .waitForFunction(() => localStorage.getItem('twostroke.cart')?.includes('air-filter'), null, { timeout: 5000 })
        .then(
          () => true,
          () => false,
        );
      outcomes.push(`task ${tasks}: cart ${opened}, ticked ${ticked}, in the cart ${inCart}`);
      await context.close();
    }
    const wrong = outcomes.filter((outcome) => outcome.includes('false'));
    expect(wrong).toEqual([]);
  }
});

/** Ticks a box and clicks a button so many tasks after React began to hydrate the page. Runs in the page. */
function pressWhileHydrating(tasks: number): void {
  let left = tasks;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const root = document.getElementById('root');
    const began = root && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
    if (!began || left-- > 0) return port2.postMessage(null);
    const label = [...root.querySelectorAll('label')].find((one) => /air filter/i.test(one.textContent));
    label!.querySelector('input')!.click();
    root.querySelector<HTMLElement>('button[aria-label^="Cart"]')!.click();
    Object.assign(globalThis, { pressed: true });
  };
  port2.postMessage(null);
}

/** Scrolls to a control and clicks it once its position is stable: sections near it are laid out only then. */
async function pressAtRest(control: Locator): Promise<void> {
  await control.evaluate(async (element) => {
    let top = NaN;
    for (let still = 0; still < 3;) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      const now = element.getBoundingClientRect().top;
      still = now === top ? still + 1 : 0;
      top = now;
    }
  });
  await control.click();
}

/** Counts the frames in which no dialog fills the window of a phone, from now on. */
async function countFramesWithoutDialog(page: Page): Promise<{ count(): Promise<number> }> {
  const counter = await page.evaluateHandle(() => {
    const counted = { frames: 0 };
    const count = () => {
      if (document.querySelector('dialog[open]')?.getBoundingClientRect().left !== 0) counted.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    return counted;
  });
  return { count: () => counter.evaluate(({ frames }) => frames) };
}

/** Blocks the shell's code in a page. @returns a function that lets it load */
async function holdShell(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const until = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/r\/shell\/[^/]+\/[^/]+\.js$/, (route) => until.then(() => route.continue()));
  return () => letGo();
}
