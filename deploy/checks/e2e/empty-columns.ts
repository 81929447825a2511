import type { Page } from 'playwright-core';

/** Columns that stand beside each other are at least as wide as this, in px: what is narrower is a cell. */
const leastWidth = 250;

/** Columns that show nothing on a whole screen while a column beside them goes on, one line each. */
export function emptyColumns(page: Page): Promise<string[]> {
  return page.evaluate(async (least) => {
    const grids = [...document.querySelectorAll('main *')].flatMap((grid) => {
      const { display, gridTemplateColumns, columnGap } = getComputedStyle(grid);
      const widths = gridTemplateColumns.split(' ').map(parseFloat);
      if (display !== 'grid' || widths.length < 2 || widths.some((width) => !(width >= least))) return [];
      const content = [...grid.querySelectorAll('*')].filter(
        (element) =>
          element.matches('svg, img, input, button') ||
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
      );
      return [{ grid, widths, gap: parseFloat(columnGap) || 0, content }];
    });
    const empty = new Set<string>();
    const end = document.documentElement.scrollHeight - innerHeight;
    for (let top = 0; top <= end; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      for (const { grid, widths, gap, content } of grids) {
        const box = grid.getBoundingClientRect();
        if (box.top > 0 || box.bottom < innerHeight) continue; // not a whole screen of it
        const inView = content
          .map((element) => element.getBoundingClientRect())
          .filter((rect) => rect.width > 0 && rect.bottom > 0 && rect.top < innerHeight);
        let left = box.left;
        for (const [nth, width] of widths.entries()) {
          const right = left + width;
          if (!inView.some((rect) => rect.right > left + 1 && rect.left < right - 1))
            empty.add(
              `at ${Math.round(top)} px: column ${nth + 1} of "${grid.textContent.trim().slice(0, 40)}" is empty`,
            );
          left = right + gap;
        }
      }
    }
    scrollTo({ top: 0, behavior: 'instant' });
    return [...empty];
  }, leastWidth);
}
