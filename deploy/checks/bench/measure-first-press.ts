import type { Browser } from 'playwright-core';
import { median, type Figure } from './figures.ts';
import { openPhone, slow4g } from './open-phone.ts';

const servicePage = '/services/royal-enfield/classic-350/general-service';

/** What a visitor presses as soon as it can be seen, and what is in the document once it has answered. */
const presses = [
  { name: 'Menu', path: '/', answer: 'dialog[open]' },
  { name: 'Add to cart', path: servicePage, answer: 'dialog[open]' },
  { name: 'Book a time', path: servicePage, answer: '[data-page="cart:book-service"] h1' },
];

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation: of the press, and of the frames that show a reaction and the answer. */
    firstPress: Promise<{ pressed: number; reacted: number; answered: number }>;
  }
}

/**
 * Presses controls in the moment of the first paint, with an empty cache on a slow phone, until they react and answer: the
 * menu and the cart's drawer open at once; another button shows at once that it was heard, and its press is replayed once
 * the page is hydrated. Medians of these runs.
 */
export async function measureFirstPresses(browser: Browser, site: string, runs: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, path, answer } of presses) {
    const all: Awaited<Window['firstPress']>[] = [];
    for (let run = 0; run < runs; run += 1) {
      const { context, page } = await openPhone(browser, slow4g);
      try {
        await page.addInitScript(pressAtFirstPaint, { name, answer });
        await page.goto(site + path);
        all.push(await page.evaluate(() => window.firstPress));
      } finally {
        await context.close();
      }
    }
    const times = [
      all.map(({ reacted }) => reacted),
      all.map(({ answered }) => answered),
      all.map(({ answered, pressed }) => answered - pressed),
    ].map((each) => Math.round(median(each)));
    figures.push([
      `${name}, pressed at first paint: reacts, answers after the start; answers after the press`,
      `${times.join('; ')} ms`,
      '<= 1250 ms after the start until it reacts',
    ]);
  }
  return figures;
}

/** Runs in the page before its own scripts. Has no named function: the loader would add a helper call to it. */
function pressAtFirstPaint({ name, answer }: { name: string; answer: string }): void {
  window.firstPress = new Promise((resolve, reject) => {
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      const buttons = [...document.querySelectorAll('button')];
      const button = buttons.find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent).trim() === name);
      if (!button) return reject(new Error(`There is no button ${name}.`));
      const pressed = performance.now();
      let reacted = 0;
      const changes = new MutationObserver(() => {
        if (document.querySelector(`[data-heard], ${answer}`))
          requestAnimationFrame(() => setTimeout(() => (reacted ||= performance.now())));
        if (!document.querySelector(answer)) return;
        changes.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve({ pressed, reacted, answered: performance.now() })));
      });
      changes.observe(document, { childList: true, subtree: true, attributes: true });
      button.click();
    }).observe({ type: 'paint', buffered: true });
  });
}
