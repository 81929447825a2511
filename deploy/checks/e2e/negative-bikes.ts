import type { Page } from 'playwright-core';

/**
 * Bikes that are drawn lighter than what they stand before, as on a negative, one line each. The bike in the header is a
 * sign and no picture: white on enamel, in both themes.
 */
export function negativeBikes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Of the first opaque colour in a style: 0 black, 1 white; null when all are transparent. */
    const lightness = (colours: string): number | null => {
      for (const [, parts = ''] of colours.matchAll(/rgba?\(([^)]+)\)/g)) {
        const [red = 0, green = 0, blue = 0, alpha = 1] = parts.split(/[\s,/]+/).map(Number);
        if (alpha > 0) return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
      }
      return null;
    };
    const behind = (element: Element | null): number => {
      for (let each = element; each; each = each.parentElement) {
        for (const part of ['', '::before']) {
          const { content, backgroundImage, backgroundColor } = getComputedStyle(each, part);
          const found = part && content === 'none' ? null : (lightness(backgroundImage) ?? lightness(backgroundColor));
          if (found !== null) return found;
        }
      }
      return 1;
    };
    return [...document.querySelectorAll('svg:has(> use[href*="bikes"])')]
      .filter((bike) => bike.checkVisibility() && !bike.closest('header'))
      .filter((bike) => lightness(getComputedStyle(bike).color)! >= behind(bike))
      .map((bike) => `bike in "${bike.parentElement?.textContent.trim().slice(0, 40)}" is a negative`);
  });
}
