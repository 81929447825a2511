import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Checker } from 'accessibility-checker-engine';
import type { AxeResults, ContextObject, RunOptions } from 'axe-core';

const read = (file: string): string => readFileSync(createRequire(import.meta.url).resolve(file), 'utf8');
const axe = { name: 'axe', source: read('axe-core/axe.min.js') };
const ace = { name: 'ace', source: `${read('accessibility-checker-engine')};window.ace = ace;` };

declare global {
  interface Window {
    /** Their scripts are added to the page under test. */
    axe: { run(context: ContextObject | Document, options: RunOptions): Promise<AxeResults> };
    ace: { Checker: typeof Checker };
  }
}

const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
  preload: false, // it would read style sheets for rules that are not run
};

export interface CheckedPart {
  /** Without the frame's header and footer, which are the same on every page. */
  withoutFrame?: boolean;
}

/** Violations of WCAG 2.2 AA that axe finds in a settled page, one line for each element. */
export async function accessibilityViolations(
  page: Page,
  { withoutFrame = false }: CheckedPart = {},
): Promise<string[]> {
  await settle(page, axe);
  const frame = withoutFrame ? ['#root > div > header', '#root > div > footer'] : [];
  const { violations } = await page.evaluate(
    ([exclude, settings]) => window.axe.run(exclude.length > 0 ? { exclude } : document, settings),
    [frame, options] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`),
  );
}

/** The same by the second engine. What it calls a potential violation needs a person's judgement, and is left out. */
export async function violationsOfSecondEngine(page: Page): Promise<string[]> {
  await settle(page, ace);
  return page.evaluate(async () => {
    // It takes words that are hidden for the eye by `clip-path` for hidden from screen readers too.
    const unclipped = new CSSStyleSheet();
    unclipped.replaceSync('* { clip-path: none !important }');
    document.adoptedStyleSheets.push(unclipped);
    const { results } = await new window.ace.Checker().check(document, ['WCAG_2_2']);
    document.adoptedStyleSheets.pop();
    return results
      .filter(({ value: [policy, confidence] }) => `${policy} ${confidence}` === 'VIOLATION FAIL')
      .filter(({ ruleId, node }) => !(node instanceof HTMLElement && isExcepted(ruleId, node)))
      .map(({ ruleId, reasonId, message, snippet }) => `${ruleId}, ${reasonId}: ${snippet}: ${message}`);

    function isExcepted(rule: string, element: HTMLElement): boolean {
      // It checks closed <details> too, whose contents are hidden from everyone. States of this list open them.
      if (!element.checkVisibility()) return true;
      // A form without a name is no landmark (HTML Accessibility API Mappings), so that it needs no name of its own.
      return rule === 'aria_form_label_unique' && !element.ariaLabel && !element.hasAttribute('aria-labelledby');
    }
  });
}

/** Lays all sections out, waits for animations, and adds the engine: the page's own policy would block its script. */
async function settle(page: Page, { name, source }: { name: string; source: string }): Promise<void> {
  await page.evaluate(async () => {
    scrollTo({ top: 0, behavior: 'instant' }); // below the frame's header a control counts as covered
    document.documentElement.removeAttribute('data-as-served'); // also checks sections that are still outside of the viewport
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished),
    );
  });
  if (!(await page.evaluate((engine) => engine in window, name))) await page.evaluate(source);
}
