import PDFDocument, { type StructureElement } from 'pdfkit';
import { toBytes } from 'pdfkit/output';
import type { Paper } from './paper.ts';

const margin = 40;
const ink = '#14201d';
const grey = '#4a5753';
const figureWidth = 62;
const codeWidth = 54;

/** Letters that the font of the site has. */
const known = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20b9\u2212]*$/;

/** Whether every word of a paper can be set in the font of the site. */
export function canBeSet(paper: Paper): boolean {
  return wordsOf(paper).every((words) => known.test(words));
}

function wordsOf({ from, to, facts, rows, sentences }: Paper): string[] {
  return [
    ...[...from, ...to, ...sentences],
    ...facts.map(({ value }) => value),
    ...rows.map(({ description }) => description),
  ];
}

/**
 * A paper as a tagged PDF (PDF/UA structure, en-IN): the same words and figures as the page, in the same order.
 * @param font of the site, TrueType: of WOFF2 the library embeds letters without outlines. Only the letters in use are
 *   embedded
 */
export async function paperPdf(paper: Paper, font: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const title = `${paper.title} ${paper.number}`;
  const doc = new PDFDocument({
    ...{ size: 'A4', margin, font: null, tagged: true, lang: 'en-IN', displayTitle: true, pdfVersion: '1.7' },
    info: { Title: title, Author: paper.from[0] ?? '' },
  });
  const bytes = toBytes(doc);
  doc.registerFont('sign', font).font('sign').fillColor(ink);
  const root = doc.struct('Document', { title });
  doc.addStructure(root);
  const width = doc.page.width - 2 * margin;
  const draw = new Writer(doc, root, width);

  draw.line('H1', title, 22);
  draw.gap(8);
  draw.columns([
    ['From', ...paper.from],
    ['To', ...paper.to],
  ]);
  draw.gap(8);
  draw.columns(halves(paper.facts.map(({ label, value }) => `${label}: ${value}`)));
  draw.gap(10);
  draw.table(paper);
  draw.gap(10);
  if (paper.state) draw.line('P', paper.state, 16);
  for (const sentence of paper.sentences) draw.line('P', sentence, 11);
  draw.gap(24);
  draw.line('P', paper.signature, 11, 'right');
  if (paper.sample) draw.line('P', paper.sample, 11);
  root.end();
  doc.end();
  return bytes;
}

function halves(all: string[]): string[][] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
}

/** Figures and units stay together on a page by no-break spaces; a PDF has fixed lines. */
const plain = (words: string): string => words.replaceAll('\u00a0', ' ');

/** Writes from the top down; each piece of text is an element of the structure. */
class Writer {
  readonly #doc: PDFDocument;
  readonly #root: StructureElement;
  readonly #width: number;
  #y = margin;

  constructor(doc: PDFDocument, root: StructureElement, width: number) {
    this.#doc = doc;
    this.#root = root;
    this.#width = width;
  }

  gap(points: number): void {
    this.#y += points;
  }

  line(tag: string, words: string, size: number, align: 'left' | 'right' = 'left'): void {
    const options = { width: this.#width, align };
    this.#doc.fontSize(size);
    const height = this.#doc.heightOfString(plain(words), options);
    this.#makeRoom(height);
    this.#root.add(this.#text(tag, words, margin, this.#y, size, options));
    this.#y += height + 3;
  }

  /** Paragraphs side by side, each column read as a whole. */
  columns(columns: string[][]): void {
    const width = (this.#width - 20) / columns.length;
    const top = this.#y;
    let bottom = top;
    columns.forEach((lines, column) => {
      let y = top;
      const section = this.#doc.struct('Sect', {});
      for (const words of lines) {
        this.#doc.fontSize(11);
        section.add(this.#text('P', words, margin + column * (width + 20), y, 11, { width }));
        y += this.#doc.heightOfString(plain(words), { width }) + 2;
      }
      this.#root.add(section);
      bottom = Math.max(bottom, y);
    });
    this.#y = bottom;
  }

  table({ columns, rows, sums, total }: Paper): void {
    const table = this.#doc.struct('Table', {});
    const figures = columns.length - 2;
    const wide = this.#width - codeWidth - figures * figureWidth;
    const empty = Array<string>(columns.length - 2 - sums.length).fill('');
    const row = (tag: 'TH' | 'TD', cells: readonly string[], size = 10): void => {
      const widths = [wide, codeWidth, ...Array<number>(figures).fill(figureWidth)];
      this.#doc.fontSize(size);
      const heights = cells.map((cell, at) => this.#doc.heightOfString(plain(cell), { width: (widths[at] ?? 0) - 6 }));
      const height = Math.max(...heights);
      this.#makeRoom(height + 6);
      const line = this.#doc.struct('TR', {});
      let x = margin;
      cells.forEach((cell, at) => {
        const width = (widths[at] ?? 0) - 6;
        const align = at > 1 ? ('right' as const) : ('left' as const);
        if (cell !== '') line.add(this.#text(at === 0 ? 'TH' : tag, cell, x, this.#y, size, { width, align }));
        x += widths[at] ?? 0;
      });
      table.add(line);
      this.#y += height + 3;
      this.#rule();
    };
    row('TH', columns, 9);
    for (const { description, off, cells } of rows) row('TD', [off ? `${description} ${off}` : description, ...cells]);
    row('TD', ['Total', ...empty, ...sums, total], 11);
    this.#root.add(table);
  }

  #text(
    tag: string,
    words: string,
    x: number,
    y: number,
    size: number,
    options: { width: number; align?: 'left' | 'right' },
  ): StructureElement {
    return this.#doc.struct(tag, {}, () => {
      this.#doc
        .fontSize(size)
        .fillColor(tag === 'TH' && size === 9 ? grey : ink)
        .text(plain(words), x, y, options);
    });
  }

  /** A line under a row: for the eye alone. */
  #rule(): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    this.#doc
      .lineWidth(0.5)
      .strokeColor(grey)
      .moveTo(margin, this.#y)
      .lineTo(margin + this.#width, this.#y)
      .stroke();
    this.#doc.endMarkedContent();
    this.#y += 3;
  }

  #makeRoom(height: number): void {
    if (this.#y + height <= this.#doc.page.height - margin) return;
    this.#doc.addPage();
    this.#y = margin;
  }
}
