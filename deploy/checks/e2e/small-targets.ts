import type { Page } from 'playwright-core';

/** The least size in px: of what is pressed, of text in the sign type, of a name in a picture. */
const least = { everywhere: 44, sign: 16, drawn: 12 };

/**
 * Controls that are too small to press, and words in the sign type that are too small to read, one line each. What is
 * allowed to be smaller:
 * - a link within a sentence, which is as high as its line (WCAG 2.5.8);
 * - a box or a dot, when its label is large enough;
 * - a place on the sketch map: the same page has a list of all areas, in its footer at least;
 * - `IND` on a number plate, which is drawn as on the road;
 * - what is on a toast behind another one: its stack spreads before it can be pressed;
 * - what is hidden from everyone, like the field that only programs fill in.
 *
 * @param inMain the least size in px of what is pressed in the page itself, below the site's header
 */
export async function smallTargets(page: Page, inMain: number = least.everywhere): Promise<string[]> {
  const sizes = { ...least, inMain };
  return page.evaluate(({ everywhere, inMain, sign, drawn }) => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const isInSentence = (element: Element) => {
      const block = element.closest('p, li, dd, dt, td, th, div, figcaption, blockquote');
      const words = element.textContent.trim().length;
      return getComputedStyle(element).display === 'inline' && (block?.textContent.trim().length ?? 0) > words;
    };
    /** An element's box, and those by which its style makes it larger for a thumb. */
    const sizesOf = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const around = ['::before', '::after']
        .map((part) => getComputedStyle(element, part))
        .filter(({ content, position }) => content !== 'none' && position === 'absolute')
        .map((style) => ({ width: parseFloat(style.width) || 0, height: parseFloat(style.height) || 0 }));
      return [{ width, height }, ...around];
    };
    const small = new Set<string>();
    for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      if (!isShown(control) || isInSentence(control) || control.closest('svg, [aria-hidden="true"]')) continue;
      if (control.closest('[data-sonner-toast][data-front="false"][data-expanded="false"]')) continue;
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      const sizes = [control, ...labels].flatMap(sizesOf);
      const [width, height] = [
        Math.max(...sizes.map((size) => size.width)),
        Math.max(...sizes.map((size) => size.height)),
      ];
      const target = control.closest('main') ? inMain : everywhere;
      if (Math.round(width) >= target && Math.round(height) >= target) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent.trim();
      small.add(`${control.tagName.toLowerCase()} "${name}" is ${Math.round(width)} × ${Math.round(height)} px`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      const words = text.textContent?.trim();
      if (!owner || !words || words === 'IND' || !isShown(owner)) continue;
      const { fontFamily, fontSize } = getComputedStyle(owner);
      if (!/^.?Anek/.test(fontFamily)) continue;
      const scale = owner instanceof SVGGraphicsElement ? (owner.getScreenCTM()?.a ?? 1) : null;
      const size = parseFloat(fontSize) * (scale ?? 1);
      if (size < (scale === null ? sign : drawn)) small.add(`"${words}" is in the sign type at ${size.toFixed(1)} px`);
    }
    return [...small];
  }, sizes);
}
