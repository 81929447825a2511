import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../e2e/launch-chromium.ts';
import { waitForHydration } from '../e2e/wait-for-hydration.ts';
import { judgeFigures, median, printFigures, type Figure } from './figures.ts';
import { installLighthouse, makeCertificate } from './lighthouse/start-lighthouse.ts';
import { openBenchSite } from './open-bench-site.ts';
import { openPhone, slow4g } from './open-phone.ts';
import { startHttp2Front, trustArgument } from './start-http2-front.ts';

/** How long the customer looks at a page before the next press. */
const lookMs = 1000;

interface Shown {
  selector: string;
  /** The element's text contains it. */
  text: string;
}

interface Step {
  what: string;
  /** Typed before the press, by the labels of the fields. */
  type?: Record<string, string>;
  /** What is pressed: the last visible one of these elements with this text. */
  press: Shown;
  /** What the customer waits for. */
  until: Shown;
}

const steps: Step[] = [
  {
    what: 'choose the Classic 350',
    press: { selector: 'button', text: 'Classic 350' },
    until: { selector: 'button', text: 'See prices for Classic 350' },
  },
  {
    what: 'see its prices',
    press: { selector: 'button', text: 'See prices for Classic 350' },
    until: { selector: 'main h2', text: 'Rates for Classic 350' },
  },
  {
    what: 'open General Service',
    press: { selector: 'main a', text: 'General Service' },
    until: { selector: 'main h1', text: 'General Service' },
  },
  {
    what: 'book a time',
    press: { selector: 'main button', text: 'Book a time' },
    until: { selector: 'main h1', text: 'Where and when?' },
  },
  {
    what: 'at the workshop: see free times',
    press: { selector: 'label', text: 'At the workshop' },
    until: { selector: 'button', text: 'Continue with' },
  },
  {
    what: 'continue with the first free time',
    press: { selector: 'button', text: 'Continue with' },
    until: { selector: 'h1', text: 'Your details' },
  },
  {
    what: 'book',
    type: { Mobile: '98220 12345', Name: 'Ravi Deshpande', 'Number plate': 'MH12ZZ0042' },
    press: { selector: 'button', text: 'Book for ₹1,699' },
    until: { selector: 'button', text: 'Move' },
  },
];

/**
 * `npm run bench -- journey [--runs 3] [--judge]`: from the first visit to a confirmed booking on slow 4G with a quarter of the
 * processor, over HTTP/2 with TLS. Prints how long the customer waits after each press, and in all;
 * judged, it ends with an error code when the goal is missed.
 */
export async function measure({ runs, judge }: { runs: string; judge: boolean }): Promise<void> {
  installLighthouse(); // has the library that makes the certificate
  const site = await openBenchSite({ renderAhead: true });
  const certificate = await makeCertificate();
  const front = await startHttp2Front(site.url, certificate);
  const browser = await launchChromium(trustArgument(certificate));
  try {
    const journeys: number[][] = [];
    for (let run = 0; run < Number(runs); run += 1) journeys.push(await recordJourney(browser, front.url));
    const waits = ['first visit, until it answers', ...steps.map(({ what }) => what)].map(
      (what, at) => [what, median(journeys.map((waited) => waited[at]!))] as const,
    );
    const inAll = median(journeys.map((waited) => waited.reduce((sum, one) => sum + one, 0)));
    const figures: Figure[] = [
      ...waits.map(([what, wait]): Figure => [what, `${wait.toFixed(0)} ms`, '']),
      ['waiting in all', `${(inAll / 1000).toFixed(2)} s`, '<= 4 s'],
    ];
    printFigures('journey', figures);
    if (judge) judgeFigures(figures);
  } finally {
    await browser.close();
    await front.close();
    await site.stop();
  }
}

/** @returns how long the customer waited, in milliseconds: for the first page, and after each press */
async function recordJourney(browser: Browser, site: string): Promise<number[]> {
  const { context, page } = await openPhone(browser, slow4g);
  try {
    const start = Date.now();
    await page.goto(site, { waitUntil: 'commit' });
    await waitForHydration(page);
    const waited = [Date.now() - start];
    for (const step of steps) waited.push(await take(page, step));
    return waited;
  } finally {
    await context.close();
  }
}

async function take(page: Page, { what, type = {}, press, until }: Step): Promise<number> {
  for (const [label, text] of Object.entries(type)) await page.getByLabel(label, { exact: true }).fill(text);
  const control = page.locator(press.selector, { hasText: press.text }).filter({ visible: true }).last();
  await control.waitFor();
  await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.waitForTimeout(lookMs);
  const took = await control.evaluate(pressAndWait, until);
  if (took === null) throw new Error(`"${what}" waits for more than a minute.`);
  return took;
}

/** Runs in the page. Has no named function: the loader would add a helper call to it that does not exist in the page. */
function pressAndWait(control: Element, { selector, text }: Shown): Promise<number | null> {
  return new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      for (const one of document.querySelectorAll(selector))
        if (one.textContent.includes(text) && one.checkVisibility()) {
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
          return;
        }
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    setTimeout(() => resolve(null), 60_000);
    (control as HTMLElement).click();
  });
}
