import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOwnCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import type { Page } from 'playwright-core';
import { phone, desktop, openTestSite } from './open-test-site.ts';
import { pageWalks } from './page-states/page-walks.ts';
import type { PageState } from './page-states/page-state.ts';
import { enlargeText } from './enlarge-text.ts';
import { sheet } from './paper.ts';

/*
 * Pictures of every kind of page in every main state, with real data. Build first, then for example:
 * node --import tsx deploy/checks/e2e/take-pictures.ts .cache/pictures
 * node --import tsx deploy/checks/e2e/take-pictures.ts .cache/pictures --walk signing --width 320 --scheme dark
 * node --import tsx deploy/checks/e2e/take-pictures.ts .cache/pictures --forced-colors --width 390
 */
const { values, positionals } = readOwnCommandLine({
  command: 'take-pictures',
  words: ['folder'],
  options: {
    /** Walks whose name contains one of these words; all when left out. */
    walk: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true, default: ['320', '390', '768', '1280'] },
    scheme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    'forced-colors': { type: 'boolean', default: false },
    /** Per cent of the usual size of text. */
    text: { type: 'string', default: '100' },
    /** States on paper too. */
    paper: { type: 'boolean', default: false },
  },
});
const folder = positionals[0] ?? '.cache/pictures';
const textSize = Number(values.text) / 100;
const forcedColors = values['forced-colors'] ? 'active' : 'none';
mkdirSync(folder, { recursive: true });
const site = await openTestSite();

for (const { name, states } of pageWalks.filter(
  (walk) => values.walk?.some((word) => walk.name.includes(word)) ?? true,
)) {
  const { page, context } = await site.visit(phone, { reducedMotion: 'reduce', forcedColors });
  for (const state of states) {
    console.log(`${name}: ${state.name}`);
    await page.setViewportSize(phone);
    await state.reach(page, site);
    await takeAll(page, state);
  }
  await context.close();
}
await site.close();

/** In every width and theme, without coming here again. */
async function takeAll(page: Page, { name, overlay, phoneOnly }: PageState): Promise<void> {
  await page.evaluate(() => {
    // Sections outside of the viewport are not drawn.
    document.documentElement.removeAttribute('data-as-served');
    // A scrolled page would have its header in the middle of the picture.
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await enlargeText(page, textSize);
  for (const width of values.width.map(Number)) {
    if (phoneOnly && width >= 768) continue;
    const window = { width, height: width < 768 ? phone.height : desktop.height };
    await page.setViewportSize(window);
    for (const scheme of values.scheme) {
      await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'dark' : 'light' });
      const path = join(folder, `${name}-${width}-${scheme}.png`);
      if (!overlay && textSize !== 1) await fitWindow(page);
      await page.screenshot({ path, fullPage: !overlay && textSize === 1, animations: 'disabled' });
      await page.setViewportSize(window);
    }
  }
  await enlargeText(page, 1);
  if (values.paper) {
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await page.setViewportSize(sheet);
    await page.screenshot({ path: join(folder, `${name}-paper.png`), fullPage: true });
    await page.emulateMedia({ media: 'screen' });
  }
}

/** Makes the window as tall as the page: a picture of a page beyond its window would reset the size of text. */
async function fitWindow(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...page.viewportSize()!, height });
}
