import type { Page } from 'playwright-core';
import { printPdf, sheet } from './paper.ts';

/*
 * What a page break cuts. Only the PDF knows where pages break, so each box gets a small link at its top and one at its
 * bottom: the PDF lists the links of each sheet.
 */

/**
 * Names the boxes of the page that are cut although they fit on a sheet (rows, list items, questions, figures, cards),
 * and the headings and group rows that are parted from what follows. The page must be as wide as a sheet: {@link sheet}. Changes it.
 */
export async function cutOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const names = await page.evaluate(markBoxes, sheet.height);
  const sheets = sheetsOfMarks(await printPdf(page));
  return names.filter((name, index) => {
    const [start, end] = [sheets.get(`${index}/start`), sheets.get(`${index}/end`)];
    if (start === undefined || end === undefined) throw new Error(`${name} was not printed.`);
    return start !== end;
  });
}

/** Runs in the page: marks every box that fits on a sheet, and returns what each is called. */
function markBoxes(most: number): string[] {
  const names: string[] = [];
  const boxes = [...document.querySelectorAll<HTMLElement>('main *')].filter(
    (one) => one instanceof HTMLElement && one.checkVisibility() && (isItem(one) || isFramed(one)),
  );
  const headings = [
    ...document.querySelectorAll<HTMLElement>('main :is(h2, h3, tr:has([scope=rowgroup])):not(summary *)'),
  ].filter((one) => one.checkVisibility());
  for (const box of boxes) {
    const { height } = box.getBoundingClientRect();
    if (height > 0 && height < most) mark(box, box);
  }
  for (const heading of headings) {
    const next = nextOf(heading);
    if (next) mark(heading, next);
  }
  return names;

  function isItem(one: HTMLElement): boolean {
    return one.matches('li, tr, details, figure, blockquote');
  }

  function isFramed(one: HTMLElement): boolean {
    const { borderLeftWidth, borderRightWidth, borderRadius, backgroundColor, display } = getComputedStyle(one);
    if (display === 'inline' || display === 'contents' || one.matches('td, th, a, button, input, textarea, span'))
      return false;
    const isFilled = borderRadius !== '0px' && !backgroundColor.endsWith(', 0)');
    return isFilled || (parseFloat(borderLeftWidth) > 0 && parseFloat(borderRightWidth) > 0);
  }

  /** The first element after it with a text of its own. */
  function nextOf(heading: HTMLElement): HTMLElement | undefined {
    const all = [...document.querySelectorAll<HTMLElement>('main *')];
    return all.find(
      (one) =>
        heading.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING &&
        !heading.contains(one) &&
        one instanceof HTMLElement &&
        one.checkVisibility() &&
        one.matches('p, li, dt, td, th, summary, label, a, button, h3, h4') &&
        one.textContent.trim() !== '',
    );
  }

  /** From the top of one to the bottom of the same, or to the top of another. */
  function mark(first: HTMLElement, last: HTMLElement): void {
    const index = names.push(`${first.tagName.toLowerCase()} "${first.textContent.trim().slice(0, 40)}"`) - 1;
    addLink(first, 'top', `${index}/start`);
    addLink(last, first === last ? 'bottom' : 'top', `${index}/end`);
  }

  function addLink(box: HTMLElement, edge: 'top' | 'bottom', name: string): void {
    // Links of a row would become a cell, and those of closed details are not drawn.
    const place = box.matches('tr')
      ? box.cells[0]
      : box.matches('details:not([open])')
        ? box.querySelector('summary')
        : box;
    if (!(place instanceof HTMLElement)) return;
    const link = document.createElement('a');
    link.href = `https://mark.example/${name}`;
    Object.assign(link.style, { position: 'absolute', left: '50%', [edge]: '0', width: '2px', height: '2px' });
    if (getComputedStyle(place).position === 'static') place.style.position = 'relative';
    place.append(link);
  }
}

/** The sheet on which each mark is drawn, by its name. */
function sheetsOfMarks(pdf: string): Map<string, number> {
  const objects = new Map([...pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [id, body]));
  const sheets = new Map<string, number>();
  const pages = [...objects.values()].filter((body) => /^<<\/Type \/Page\b/.test(body ?? ''));
  pages.forEach((body, index) => {
    const [, links = ''] = /\/Annots \[([^\]]*)\]/.exec(body ?? '') ?? [];
    for (const [, id] of links.matchAll(/(\d+) 0 R/g)) {
      const [, name] = /mark\.example\/(\d+\/\w+)/.exec(objects.get(id) ?? '') ?? [];
      if (name) sheets.set(name, index + 1);
    }
  });
  return sheets;
}
