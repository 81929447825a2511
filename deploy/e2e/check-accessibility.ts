import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import type { AxeResults, RunOptions } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};

/** Puts axe into every page of a visitor from now on. The pages' security policy would refuse a script element. */
export async function bringAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axeSource });
}

/** What a page that stands still violates of WCAG 2.2 AA, one line for each element. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    document.documentElement.removeAttribute('data-as-served'); // what has not come near the window yet counts too
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished),
    );
  });
  const { violations } = await page.evaluate(
    (settings) => (window as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(settings),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`),
  );
}
