import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { putServiceIntoCart } from '../book-by-page.ts';
import { cartButton, heading } from '../locators.ts';
import { desktop, openTestSite, phone } from '../open-test-site.ts';
import { takenOver } from '../taken-over.ts';
import { until } from '../until.ts';

const site = await openTestSite();
after(() => site.close());

const brakeService = '/services/royal-enfield/classic-350/brake-service';

test('a new page starts at its top; back comes to where one was', async () => {
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/blog`);
  const link = page.locator('main').getByRole('link', { name: /chain/i }).first();
  await link.waitFor();
  await takenOver(page);
  await scrollTo(page, 700);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Katraj' })
    .evaluate((element: HTMLElement) => element.click());
  await heading(page, /Katraj/).waitFor();
  await until('the top of the new page', async () => (await scrolled(page)) === 0);
  await scrollTo(page, 300);
  await page.goBack();
  await heading(page).filter({ hasNotText: 'Katraj' }).waitFor();
  await until('the old place', async () => Math.abs((await scrolled(page)) - 700) < 3);
  await page.goForward();
  await heading(page, /Katraj/).waitFor();
  await until('the place on the other page', async () => Math.abs((await scrolled(page)) - 300) < 3);
});

test('an address typed into the same tab starts at its top; a reload stays where one was', async () => {
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/blog`);
  await takenOver(page);
  await scrollTo(page, 600);
  await page.goto(`${site.url}/faq`);
  await takenOver(page);
  await twoFrames(page);
  assert.equal(await scrolled(page), 0);
  // As it was rendered ahead, and with a question that only the browser renders.
  for (const address of ['/faq', '/faq?asked=price']) {
    await page.goto(site.url + address);
    await takenOver(page);
    await scrollTo(page, 500);
    await page.reload();
    await takenOver(page);
    await until('the old place', async () => Math.abs((await scrolled(page)) - 500) < 3);
  }
});

test('a document that arrives in pieces is reloaded to where one was', async () => {
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/faq`);
  await takenOver(page);
  await scrollTo(page, 500);
  // What a browser does that has seen the element one was at, but not what comes after it.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      history.scrollRestoration = 'manual';
      window.scrollTo({ top: 58, behavior: 'instant' });
    });
  });
  await page.reload();
  await until('the old place', async () => Math.abs((await scrolled(page)) - 500) < 3);
});

test('a phone lays out what it shows; a page that is left, or opens further down, is laid out whole', async () => {
  const { page } = await site.visit(phone);
  await page.goto(site.url);
  await takenOver(page);
  assert.equal(await isLaidOut(page, 'footer'), false);
  // The browser goes there in many small steps.
  const arrived = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('scrollend', () => resolve(), { once: true })),
  );
  await page.keyboard.press('End');
  await arrived;
  assert.equal(await isLaidOut(page, 'footer'), true);
  await scrollTo(page, 1500);
  const shown = await topOfLastHeadingAbove(page);
  await page.reload();
  await takenOver(page);
  assert.equal(await isLaidOut(page, 'footer'), true);
  await until('the old place', async () => Math.abs((await scrolled(page)) - 1500) < 3);
  assert.deepEqual(await topOfLastHeadingAbove(page), shown);
  await page.goto(`${site.url}/services`);
  await takenOver(page);
  assert.equal(await isLaidOut(page, 'footer'), false);
  await page
    .locator('main')
    .getByRole('link', { name: /Brake Service/ })
    .first()
    .click();
  await heading(page, /Brake Service/).waitFor();
  assert.equal(await isLaidOut(page, 'footer'), true);
});

test('the button back to the top appears after 400 pixels, not before, and works', async () => {
  const { page } = await site.visit(phone);
  await page.goto(`${site.url}/faq`);
  await takenOver(page);
  const button = page.getByRole('button', { name: 'Back to top' });
  await scrollTo(page, 400);
  await twoFrames(page);
  assert.equal(await button.count(), 0, 'not at 400 px');
  await scrollTo(page, 401);
  await button.waitFor();
  await button.click();
  await until('the top', async () => (await scrolled(page)) === 0);
  await button.waitFor({ state: 'detached' });
  assert.equal(await focusedId(page), 'main');
});

test('at the end of a page the button back to the top covers no word of the footer', async () => {
  for (const size of [phone, desktop]) {
    const { page } = await site.visit(size);
    for (const path of ['/blog', brakeService]) {
      await page.goto(site.url + path);
      await takenOver(page);
      const button = page.getByRole('button', { name: 'Back to top' });
      await until('the end of the page', async () => {
        await scrollTo(page, 1e6);
        return page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
      });
      await button.waitFor();
      const covered = await page.getByRole('contentinfo').evaluate(wordsUnder, await button.boundingBox());
      assert.deepEqual(covered, [], `${path} at ${size.width} px`);
    }
  }
});

test('with reduced motion the way to the top is one jump, and menus open and close', async () => {
  const { page, complaints } = await site.visit(phone, { reducedMotion: 'reduce' });
  await page.goto(site.url);
  await takenOver(page);
  await scrollTo(page, 2000);
  const button = page.getByRole('button', { name: 'Back to top' });
  await button.waitFor();
  const afterClick = await button.evaluate((element: HTMLElement) => (element.click(), window.scrollY));
  assert.equal(afterClick, 0, 'at the top by the click itself, before any frame is drawn');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.waitFor();
  await menu.getByRole('link', { name: 'Bikes', exact: true }).click();
  await menu.waitFor({ state: 'hidden' });
  await page.waitForURL('**/bikes');
  await heading(page).waitFor();
  await page.getByRole('button', { name: 'Cart, empty' }).click();
  await page.getByRole('dialog', { name: 'Your cart' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Your cart' }).waitFor({ state: 'hidden' });
  const endless = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((one) => one.playState === 'running' && one.effect?.getTiming().iterations === Infinity).length,
  );
  assert.equal(endless, 0, 'nothing moves for ever');
  assert.deepEqual(complaints, []);
});

test('a button pressed before the page can answer is not pressed in vain', async () => {
  for (const path of ['/faq', '/no-such-page']) {
    const { page, complaints } = await site.visit(phone);
    const answer = await holdShell(page);
    await page.goto(`${site.url}${path}`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Menu' }).click();
    answer();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    assert.deepEqual(
      complaints.filter((line) => !line.includes('404')),
      [],
      path,
    );
  }
});

test('nor one of a page whose code comes later than the frame’s; where that does not come the frame answers', async () => {
  const { page } = await site.visit(phone);
  const held: (() => Promise<void>)[] = [];
  await page.route('**/r/catalog/**/*.js', (route) => void held.push(() => route.continue()));
  await page.goto(site.url + brakeService, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root header') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  await Promise.all(held.map((goOn) => goOn()));
  await page.unroute('**/r/catalog/**/*.js');
  await cartButton(page, 1).waitFor();

  const other = (await site.visit(phone)).page;
  await other.route('**/r/catalog/**/*.js', (route) => route.abort());
  await other.goto(site.url + brakeService, { waitUntil: 'commit' });
  await other.getByRole('button', { name: 'Menu' }).click();
  await other.getByRole('dialog', { name: 'Menu' }).waitFor();
});

test('what is put into the cart that early is in it, beside what was there before', async () => {
  const { page } = await site.visit(phone);
  await putServiceIntoCart(page, site.url);
  const answer = await holdShell(page);
  await page.goto(site.url + brakeService, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add to cart' }).filter({ visible: true }).first().click();
  answer();
  await takenOver(page);
  await until('the new service in the cart', async () => {
    const stored = await page.evaluate(() => localStorage.getItem('twostroke.cart'));
    return stored?.includes('brake-service') && stored.includes('royal-enfield');
  });
  await cartButton(page, 1).waitFor();
});

test('what is chosen and typed that early is known', async () => {
  const { page } = await site.visit(phone);
  const answer = await holdShell(page);
  await page.goto(site.url, { waitUntil: 'commit' });
  await page.getByLabel('Brand', { exact: true }).selectOption('Royal Enfield');
  answer();
  await page.getByLabel('Model', { exact: true }).selectOption('Classic 350');
  await page.getByRole('button', { name: 'See prices for Classic 350' }).waitFor();

  const again = await holdShell(page);
  await page.goto(`${site.url}/contact`, { waitUntil: 'commit' });
  await page.getByLabel('Your name').fill('Asha Kulkarni');
  again();
  await takenOver(page);
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Asha Kulkarni');
});

test('what is pressed and ticked while the page is taken over happens, and once', async () => {
  const outcomes: string[] = [];
  for (const tasks of [0, 1, 2, 3, 5, 8, 13, 21, 34]) {
    const { context, page } = await site.visit(phone);
    await page.addInitScript(pressInTakeOver, tasks);
    await page.goto(site.url + brakeService, { waitUntil: 'commit' });
    await takenOver(page);
    await page.waitForFunction(() => 'pressed' in globalThis);
    const opened = await page
      .getByRole('dialog', { name: 'Menu' })
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
    const ticked = await page.getByRole('checkbox', { name: /air filter/i, includeHidden: true }).isChecked();
    const stored = await page.evaluate(() => localStorage.getItem('twostroke.cart') ?? '');
    outcomes.push(`task ${tasks}: menu ${opened}, ticked ${ticked}, in the cart ${stored.includes('air-filter')}`);
    await context.close();
  }
  const wrong = outcomes.filter((outcome) => outcome.includes('false'));
  assert.deepEqual(wrong, []);
});

test('after a navigation the keyboard goes on at the page, and its title is said', async () => {
  const { page } = await site.visit(desktop);
  await page.goto(site.url);
  await takenOver(page);
  assert.notEqual(await focusedId(page), 'main', 'the first page of a visit is left alone');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Services' }).click();
  await heading(page, 'Services and prices').waitFor();
  await until('the focus in main', async () => (await focusedId(page)) === 'main');
  const title = await page.title();
  await page.locator('[aria-live="polite"]').getByText(title, { exact: true }).waitFor({ state: 'attached' });
});

test('the first tab stop leads past the header', async () => {
  const { page } = await site.visit(desktop);
  await page.goto(`${site.url}/about`);
  await takenOver(page);
  await page.keyboard.press('Tab');
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /skip/i);
  await page.keyboard.press('Enter');
  await until('the focus in main', async () => (await focusedId(page)) === 'main');
});

test('a tab that is open for long is told of a new version, and never in a booking', async () => {
  const { page } = await site.visit(phone);
  await page.clock.install();
  await page.goto(`${site.url}/faq`);
  await takenOver(page);
  const { release } = (await (await fetch(`${site.url}/release.json`)).json()) as { release: string };
  assert.match(release, /^[0-9a-f]{8}$/);
  await page.route('**/release.json', (route) => route.fulfill({ json: { release: 'a newer one' } }));
  const line = page.getByText('There is a new version of this site.');
  await page.clock.fastForward('29:00');
  assert.equal(await line.count(), 0);
  await page.clock.fastForward('02:00');
  await line.waitFor();
  await page.getByRole('button', { name: 'Load it' }).waitFor();
  await page.evaluate(() => history.pushState(null, '', '/book-service'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await line.waitFor({ state: 'hidden' });
});

/** Ticks a box and presses a button so many tasks after React began to take the page over. Runs in the page. */
function pressInTakeOver(tasks: number): void {
  let left = tasks;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const root = document.getElementById('root');
    const began = root && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
    if (!began || left-- > 0) return port2.postMessage(null);
    const label = [...root.querySelectorAll('label')].find((one) => /air filter/i.test(one.textContent));
    label!.querySelector('input')!.click();
    root.querySelector<HTMLElement>('button[aria-label="Menu"]')!.click();
    Object.assign(globalThis, { pressed: true });
  };
  port2.postMessage(null);
}

/** Keeps the shell's code from a page. @returns lets it come */
async function holdShell(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const until = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/r\/shell\/[^/]+\/[^/]+\.js$/, (route) => until.then(() => route.continue()));
  return () => letGo();
}

function scrollTo(page: Page, top: number): Promise<void> {
  return page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
}

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => window.scrollY);
}

function focusedId(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.id ?? '');
}

/** Lets what follows a scroll be drawn. */
function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Whether the browser has laid out what is in the element, or keeps that for when it comes near. */
function isLaidOut(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(
    (within) => document.querySelector(`${within} *`)!.checkVisibility({ contentVisibilityAuto: true }),
    selector,
  );
}

/** Which heading was passed last, and how far above the top of the window it is. */
function topOfLastHeadingAbove(page: Page): Promise<[text: string, top: number] | undefined> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main h2')]
      .map((one): [string, number] => [one.textContent, Math.round(one.getBoundingClientRect().top)])
      .findLast(([, top]) => top < 0),
  );
}

/** Texts of an element that lie under a box. */
function wordsUnder(element: Element, box: { x: number; y: number; width: number; height: number } | null): string[] {
  if (!box) throw new Error('There is no button.');
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const covered: string[] = [];
  const range = document.createRange();
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    const isUnder = [...range.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y,
    );
    if (isUnder) covered.push(texts.currentNode.textContent ?? '');
  }
  return covered;
}
