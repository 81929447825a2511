import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import type { AxeResults, RunOptions } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
declare global {
  interface Window {
    /** Its script is added to the page under test. */
    axe: { run(options: RunOptions): Promise<AxeResults> };
  }
}

const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};

/** Injects axe into every page of a visitor from now on. The pages' security policy would block a script element. */
export async function injectAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axeSource });
}

/** Violations of WCAG 2.2 AA in a settled page, one line for each element. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    document.documentElement.removeAttribute('data-as-served'); // also checks sections that are still outside of the viewport
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished),
    );
  });
  const { violations } = await page.evaluate((settings) => window.axe.run(settings), options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`),
  );
}
