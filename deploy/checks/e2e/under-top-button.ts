import type { Locator, Page } from 'playwright-core';

/**
 * Controls and lines of text that a person sees under the button to the top: those that lie where the button lies and
 * are not hidden by an opaque bar that is the button's own place.
 */
export async function seenUnderTopButton(page: Page, button: Locator): Promise<string[]> {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button to the top is not shown.');
  return page.evaluate(({ x, y, width, height }) => {
    const isBar = (element: Element) => {
      const { position, backgroundColor } = getComputedStyle(element);
      const rect = element.getBoundingClientRect();
      const holds = rect.left <= x && rect.right >= x + width && rect.bottom >= y + height && rect.top <= y + 1;
      return (position === 'fixed' || position === 'sticky') && holds && !/^rgba\(.*, 0\)$/.test(backgroundColor);
    };
    const isSeen = (rect: DOMRect, owner: Element) => {
      const [left, right] = [Math.max(rect.left, x), Math.min(rect.right, x + width)];
      const [top, bottom] = [Math.max(rect.top, y), Math.min(rect.bottom, y + height)];
      if (left >= right || top >= bottom) return false;
      const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      const bar = stack.findIndex(isBar);
      const at = stack.findIndex((element) => element === owner);
      return at >= 0 && (bar < 0 || at < bar || stack[bar]!.contains(owner)) && stack[bar] !== owner;
    };
    const seen: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const owner = node.parentElement;
      if (!owner || !node.textContent?.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some((rect) => isSeen(rect, owner))) seen.push(node.textContent);
    }
    for (const control of document.querySelectorAll(
      'a[href], button:not([aria-label="Back to top"]), input, select, summary',
    ))
      if (isSeen(control.getBoundingClientRect(), control)) seen.push(control.outerHTML.slice(0, 80));
    return seen;
  }, box);
}
