import type { Page } from 'playwright-core';
import { poll } from '../../backend/testing/poll.ts';

/** The computed styles of every element of a page, in document order. */
export interface ComputedStyles {
  /** Of all properties, in the order of each element's values. */
  names: string[];
  /** An element by its name and classes; its values follow in a line each. */
  elements: { element: string; values: string }[];
}

const nothing: ComputedStyles = { names: [], elements: [] };

/**
 * Reads the computed styles of a page once it has settled (fonts loaded, transitions finished): every element of
 * header, page and footer with its pseudo-elements, and the tokens of the root. Excludes what mounts when the page is
 * idle (the toaster, the cart's drawer).
 * @param former the styles read before: when nothing differs from them, the page has settled
 */
export async function computedStyles(page: Page, former: ComputedStyles = nothing): Promise<ComputedStyles> {
  return poll('a settled page', async () => {
    const now = await readStyles(page);
    const isStill = differences(former, now).length === 0;
    former = now;
    return isStill && now;
  });
}

async function readStyles(page: Page): Promise<ComputedStyles> {
  await page.evaluate(() => {
    document.documentElement.removeAttribute('data-as-served'); // sections far from the viewport would not be laid out
    // Also loads the fonts that load when their text is first drawn: they would arrive between two readings. This
    // machine may lack the local one. After two frames, sections that were not laid out are.
    const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return Promise.allSettled([drawn, ...[...document.fonts].map((font) => font.load())]).then(() => undefined);
  });
  return page.evaluate(() => {
    const names = [...getComputedStyle(document.documentElement)];
    const parts = document.querySelectorAll(':is(header, main, footer), :is(header, main, footer) *');
    const drawn = [document.documentElement, document.body, ...parts];
    const elements = drawn.flatMap((element) =>
      ['', '::before', '::after'].flatMap((part) => {
        const styles = getComputedStyle(element, part);
        if (part && styles.content === 'none') return [];
        const values = names.map((name) => styles.getPropertyValue(name));
        return [{ element: `${element.tagName.toLowerCase()}.${element.className}${part}`, values: values.join('\n') }];
      }),
    );
    const tokens = [...document.documentElement.computedStyleMap()].filter(([name]) => name.startsWith('--'));
    const root = { element: 'tokens', values: tokens.map(([name, value]) => `${name}: ${String(value)}`).join('\n') };
    return { names, elements: [...elements, root] };
  });
}

/** The differences, one line for each element: the first properties that differ, and their present values. */
export function differences(before: ComputedStyles, after: ComputedStyles): string[] {
  const [count, countNow] = [before.elements.length, after.elements.length];
  if (count !== countNow) return [`${count} elements before, ${countNow} after`];
  return before.elements.flatMap(({ element, values }, at) => {
    const now = after.elements[at]!.values;
    if (now === values) return [];
    const [was, is] = [values.split('\n'), now.split('\n')];
    const changed = is.flatMap((value, property) =>
      value === was[property] ? [] : [`${before.names[property] ?? ''}: ${value}`],
    );
    return `${element} ${changed.slice(0, 3).join('; ')}`;
  });
}

/** Adds style sheets to a page as the shell does on the way to another remote's page, and waits for them. */
export async function addSheets(page: Page, addresses: string[]): Promise<void> {
  await page.evaluate(
    (all) =>
      Promise.all(
        all.map(
          (href) =>
            new Promise<void>((resolve, reject) => {
              const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
              link.addEventListener('load', () => resolve());
              link.addEventListener('error', () => reject(new Error(`${href} did not load.`)));
              document.head.append(link);
            }),
        ),
      ),
    addresses,
  );
}

/** Takes the same style sheets away again. */
export async function removeSheets(page: Page, addresses: string[]): Promise<void> {
  await page.evaluate((all) => {
    for (const href of all) document.head.querySelector(`link[href="${href}"]`)?.remove();
  }, addresses);
}
