import type { Page } from 'playwright-core';
import { cartButton, cartDrawer, heading, logo } from '../e2e/locators.ts';
import type { Visitor } from '../e2e/open-test-site.ts';
import type { RemotePage } from '../e2e/remote-pages.ts';
import { waitForHydration } from '../e2e/wait-for-hydration.ts';
import { poll } from '../../backend/testing/poll.ts';
import { secondsSince, type DrillRow } from './drill-row.ts';
import { ALTERED_MARK } from './fault-proxy.ts';
import type { DrillSite } from './open-drill-site.ts';

export type Moment = 'cold load' | 'navigation';

export interface FaultScenario {
  part: RemotePage;
  where: string;
  fault: string;
  moment: Moment;
  /** Address at which the visitor opens the site. */
  url: string;
  bucket?: number;
  /** Whether the page must work despite the fault. */
  harmless: boolean;
}

/** A visit whose fault has happened, checked while the fault lasts. */
export interface FaultRun {
  /** Ends the fault and reports whether and how the page works again, and whether the cart was kept. */
  recover(): Promise<DrillRow>;
}

const FALLBACK = 'This part is not available';
/** What a panel says is safe: to a visitor, and to staff at their tool, who have no cart. */
const isSafe = { visitor: 'your cart is safe: 1 item, ₹1,699', staff: 'What you saved is safe' };
/** Clicks on "Try again" after which a page has to work. */
const MOST_TRIES = 3;

/**
 * Sends a visitor with a filled cart to a page that has a fault, by its address or by a link, and checks everything
 * that must keep working meanwhile.
 */
export async function runFaultScenario(site: DrillSite, scenario: FaultScenario): Promise<FaultRun> {
  const { part, moment, url, harmless, where, fault } = scenario;
  const visitor = await site.visitWithCart(url, part.access, scenario.bucket);
  const { page } = visitor;
  const failures: string[] = [];
  const keptWorking: string[] = [];
  const expect = async (what: string, check: () => Promise<unknown>): Promise<boolean> => {
    try {
      await check();
      return true;
    } catch (failure) {
      failures.push(`${what}: ${String(failure instanceof Error ? failure.message : failure).split('\n')[0]}`);
      return false;
    }
  };
  const keeps = async (what: string, check: () => Promise<unknown>): Promise<void> => {
    if (await expect(what, check)) keptWorking.push(what);
  };

  const began = await setOut(visitor, scenario);
  let seen: Seen | null = null;
  await expect('the page to settle', async () => {
    seen = await poll('a page or a message', () => settled(page, part), 20_000);
  });
  const seconds = secondsSince(began);
  const hasCart = part.frame !== 'tool';
  const safe = hasCart ? isSafe.visitor : isSafe.staff;
  await keeps('header', () => (hasCart ? cartButton(page, 1) : logo(page)).waitFor());
  // The cart is read after the page is shown. A panel that does not name its items is reported below.
  if (!harmless)
    await page
      .getByText(safe)
      .first()
      .waitFor({ timeout: 5000 })
      .catch(() => undefined);
  seen = await look(page);
  const saw = sentenceOf(seen);
  if (harmless && sawPanel(seen)) failures.push('the page could have been shown');
  if (!harmless) {
    if (!saw.includes(safe)) failures.push(`no clear message, but: ${saw}`);
    if (hasCart)
      await expect('a number to call', () => page.getByRole('link', { name: 'Call 90000 00010' }).first().waitFor());
    if (part.ahead && moment === 'cold load') await keeps('page to read', () => heading(page, part.title).waitFor());
  }
  if (hasCart) {
    await keeps('footer', () => page.getByRole('contentinfo').getByRole('link', { name: 'About' }).waitFor());
    await keeps(part.remote === 'cart' ? 'drawer or its message' : 'cart', () => lookIntoCart(page));
  }
  await keeps(`${part.other} in another tab`, () => openOther(visitor, url, part));

  return {
    async recover() {
      const from = Date.now();
      let recovered = 'not';
      await expect('recovery', async () => {
        recovered = harmless ? 'nothing to recover' : await tryAgain(page, part);
        if (!(await isStyled(page))) failures.push('the page is shown without its styles');
      });
      const recoverySeconds = secondsSince(from);
      const kept = await expect('the cart afterwards', async () => {
        if (!hasCart) await part.leave(page);
        await cartButton(page, 1).waitFor();
        await showCartContents(page);
      });
      if (kept) recovered += ', cart kept';
      if (await page.evaluate((mark) => mark in globalThis, ALTERED_MARK)) failures.push('an altered script was run');
      await visitor.context.close();
      return {
        ...{ remote: part.remote, where, fault, moment, saw, seconds, keptWorking },
        ...{ recovered, recoverySeconds, failures },
      };
    },
  };
}

/** @returns when the visitor requested the page */
async function setOut({ page }: Visitor, { part, moment, url }: FaultScenario): Promise<number> {
  if (moment === 'cold load') {
    const began = Date.now();
    await page.goto(url + part.path, { waitUntil: 'commit' });
    return began;
  }
  await page.goto(url + part.start, { waitUntil: 'commit' });
  await waitForHydration(page);
  await cartButton(page, 1).waitFor();
  if (part.access !== 'public') await page.getByRole('link', { name: 'Workshop', exact: true }).first().waitFor();
  const began = Date.now();
  await part.follow(page);
  return began;
}

interface Seen {
  /** Text of the error panel in place of the page or above it. */
  panel: string | null;
  /** The code that a caller reads out on the phone; it counts the failures. */
  code: string | null;
  path: string;
  title: string;
  /** Whether React has hydrated the page's heading. */
  live: boolean;
}

function look(page: Page): Promise<Seen> {
  return page.evaluate((fallback) => {
    const panels = Array.from(document.querySelectorAll<HTMLElement>('main [role="alert"]'));
    const title = Array.from(document.querySelectorAll<HTMLElement>('main h1')).find(
      (element) => element.textContent !== fallback,
    );
    const panel = panels.find(({ innerText }) => innerText.includes(fallback))?.innerText ?? null;
    return {
      panel,
      code: /^Fault code: .*$/m.exec(panel ?? '')?.[0] ?? null,
      path: window.location.pathname,
      title: title?.innerText ?? '',
      live: Object.keys(title ?? {}).some((key) => key.startsWith('__reactProps')),
    };
  }, FALLBACK);
}

/** What the visitor sees, once it is either the page itself or an error panel. */
async function settled(page: Page, part: RemotePage): Promise<Seen | null> {
  const seen = await look(page).catch(() => null); // the page is being reloaded
  if (!seen || seen.path !== part.path) return null;
  return seen.panel !== null || works(seen, part) ? seen : null;
}

function works({ panel, live, title }: Seen, part: RemotePage): boolean {
  const named = typeof part.title === 'string' ? title === part.title : part.title.test(title);
  return panel === null && live && named;
}

function sawPanel(seen: Seen | null): boolean {
  return typeof seen?.panel === 'string';
}

/** The panel's own words, without its buttons and its code. */
function sentenceOf(seen: Seen | null): string {
  if (!seen) return 'nothing';
  if (seen.panel === null) return 'the page itself';
  const lines = seen.panel.split('\n').map((line) => line.trim());
  const words = lines.filter((line) => line && !/^(Try(ing| again)|Call .*|WhatsApp|Fault code: .*)$/.test(line));
  return words.map((line) => line.replace(/([^.!?])$/, '$1.')).join(' ');
}

/** Opens the cart and closes it again. Without its remote's code the drawer says that the cart is safe. */
async function lookIntoCart(page: Page): Promise<void> {
  await cartButton(page, 1).click();
  const drawer = cartDrawer(page);
  await drawer
    .getByText('General Service')
    .or(drawer.getByText('your cart is safe'))
    .first()
    .waitFor({ timeout: 9000 });
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
}

async function showCartContents(page: Page): Promise<void> {
  await cartButton(page, 1).click();
  const drawer = cartDrawer(page);
  const item = drawer.getByText('General Service').first();
  const again = drawer.getByRole('button', { name: 'Try again' });
  await item.or(again).first().waitFor();
  if (await again.isVisible()) await again.click();
  await item.waitFor();
  await drawer.getByText('₹1,699').first().waitFor();
}

async function openOther({ context }: Visitor, url: string, { other, otherTitle }: RemotePage): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(url + other, { waitUntil: 'commit' });
  await heading(tab, otherTitle).waitFor();
  await waitForHydration(tab);
  await cartButton(tab, 1).waitFor();
  await tab.close();
}

/** Clicks "Try again" until the page works. */
async function tryAgain(page: Page, part: RemotePage): Promise<string> {
  const button = page.locator('main').getByRole('button', { name: 'Try again' });
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const before = (await look(page)).code;
    await button.click();
    const after = await poll(
      `the result of click ${tries} on "Try again"`,
      async () => {
        const seen = await look(page).catch(() => null);
        if (!seen) return null; // the page is being reloaded
        if (works(seen, part)) return 'works';
        return seen.code !== null && seen.code !== before ? 'failed' : null;
      },
      30_000,
    );
    if (after === 'works') return tries === 1 ? 'Try again' : `Try again ×${tries}`;
  }
  throw new Error(`The page does not work after ${MOST_TRIES} clicks on "Try again"`);
}

/**
 * Whether every style sheet that applies has loaded. A disabled one is contained in the document, and one for no media
 * belongs to a page that is prefetched.
 */
function isStyled(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')).every(
      (link) => link.disabled || link.media === 'not all' || (link.sheet?.cssRules.length ?? 0) > 0,
    ),
  );
}
