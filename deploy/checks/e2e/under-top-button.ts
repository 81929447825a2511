import type { Page } from 'playwright-core';

/** At how many places of a page the button is looked at; the last is the end of the page. */
const PLACES = 8;

/**
 * Controls and lines of text that the button to the top covers where a page is scrolled past 400 px, each with the place:
 * those that lie where the button lies and are not hidden by an opaque bar that is the button's own. At the end of the page
 * nothing may lie below that bar either, because it can't be scrolled out of it.
 *
 * @returns what is covered, looked at in one call; null when the browser has drawn nothing for 10 seconds
 */
export async function coveredByTopButton(page: Page): Promise<string[] | null> {
  return page.evaluate(async (places) => {
    const isDrawn = () =>
      new Promise<boolean>((resolve) => {
        const limit = setTimeout(() => resolve(false), 10_000);
        requestAnimationFrame(() => {
          clearTimeout(limit);
          resolve(true);
        });
      });
    const findButton = () => document.querySelector('[aria-label="Back to top"]');
    const isOpaque = ({ position, backgroundColor }: CSSStyleDeclaration) =>
      (position === 'fixed' || position === 'sticky') && !/^rgba\(.*, 0\)$/.test(backgroundColor);

    /** What is seen where the button is, and with `hidden` also what lies below its bar. */
    function covered(button: DOMRect, hidden: boolean): string[] {
      const { x, y } = button;
      const isBar = (element: Element) => {
        const rect = element.getBoundingClientRect();
        const holds = rect.left <= x && rect.right >= button.right && rect.bottom >= button.bottom && rect.top <= y + 1;
        return holds && isOpaque(getComputedStyle(element));
      };
      const isSeen = (rect: DOMRect, owner: Element) => {
        const [left, right] = [Math.max(rect.left, x), Math.min(rect.right, button.right)];
        const [top, bottom] = [Math.max(rect.top, y), Math.min(rect.bottom, button.bottom)];
        if (left >= right || top >= bottom) return false;
        const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
        const bar = stack.findIndex(isBar);
        const at = stack.findIndex((element) => element === owner);
        // Beneath an open sheet the button covers nothing.
        const over = stack.findIndex((element) => findButton()?.contains(element));
        if (over < 0 || (at >= 0 && at < over)) return false;
        if (hidden && bar >= 0 && !stack[bar]!.contains(owner)) return owner.checkVisibility();
        return at >= 0 && (bar < 0 || at < bar || stack[bar]!.contains(owner)) && stack[bar] !== owner;
      };
      const found: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const owner = text.parentElement;
        if (!owner || !text.textContent?.trim()) continue;
        range.selectNodeContents(text);
        if ([...range.getClientRects()].some((rect) => isSeen(rect, owner))) found.push(text.textContent);
      }
      const controls = 'a[href], button:not([aria-label="Back to top"]), input, select, summary';
      for (const control of document.querySelectorAll(controls))
        if (isSeen(control.getBoundingClientRect(), control)) found.push(control.outerHTML.slice(0, 80));
      return found;
    }

    const all: string[] = [];
    const end = document.documentElement.scrollHeight - window.innerHeight;
    for (let place = 1; place <= places; place += 1) {
      const top = Math.round((end * place) / places);
      if (top <= 400) continue;
      window.scrollTo({ top, behavior: 'instant' });
      for (let frame = 0; frame < 300 && !findButton(); frame += 1) if (!(await isDrawn())) return null;
      if (!(await isDrawn())) return null; // else sections near the window are laid out
      const button = findButton();
      const found = button ? covered(button.getBoundingClientRect(), place === places) : ['there is no button'];
      all.push(...found.map((what) => `at ${top} px: ${what}`));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    return all;
  }, PLACES);
}
