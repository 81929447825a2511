import { inflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';

/** How many sheets of paper the page prints on. */
export async function countSheets(page: Page): Promise<number> {
  return [...(await printPdf(page)).matchAll(/\/Type\s*\/Page\b/g)].length;
}

/** The page as a PDF in the size that its styles ask for, one character a byte. Rejects a print that was shrunk. */
export async function printPdf(page: Page): Promise<string> {
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  if (!isActualSize(pdf)) throw new Error('The browser shrinks the print: something is wider than the sheet.');
  return pdf;
}

/** Chromium draws 300 dots an inch, 3.125 a CSS pixel, and fewer where it shrinks a page that is too wide. */
function isActualSize(pdf: string): boolean {
  return [...pdf.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].some(([, bytes = '']) => {
    try {
      return /^3\.125 0 0 3\.125 /m.test(inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'));
    } catch {
      return false; // a font or a picture, with another coding
    }
  });
}

const cssPixels = (millimetres: number): number => Math.floor((millimetres / 25.4) * 96);

/** What is printed on A4 within the margins of the site, 14 mm at each side and 12 at the top and bottom. */
export const sheet = { width: cssPixels(210 - 2 * 14), height: cssPixels(297 - 2 * 12) };

/** What a sheet of paper would cut off: elements wider than their box, or than the sheet. Leaves the page as on paper. */
export async function clippedOnPaper(page: Page, paper: Locator): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(sheet);
  return paper.evaluate((root, width) => {
    const shown = [root, ...root.querySelectorAll('*')].filter(
      (one) =>
        one instanceof HTMLElement &&
        one.checkVisibility() &&
        !one.matches('span[aria-hidden]') && // strokes of a tally lean over their box
        !one.closest('nav') && // its links have an edge for the thumb beyond their box
        getComputedStyle(one).position !== 'absolute',
    );
    return shown
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 ? true : left < -1 || right > width + 1;
      })
      .map((one) => `${one.tagName.toLowerCase()} "${one.textContent.slice(0, 40)}"`);
  }, sheet.width);
}
