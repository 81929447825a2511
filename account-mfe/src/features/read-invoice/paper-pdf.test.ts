/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { issuedInvoice } from '../../testing/issued-invoice.ts';
import { canBeSet, paperPdf } from './paper-pdf.ts';
import { paperOfInvoice } from './paper.ts';

const font = readFileSync(join(__dirname, '../../../../shared/ui/fonts/anek-condensed-700.ttf'));
const [service, warranty] = issuedInvoice.lines;
const parts = {
  ...service!,
  ...{ description: 'Engine oil, Motul 15W-50, included', sac: '27101972', quantity: 2.3, unit: 'litre' as const },
  ...{ total_paise: 0, taxable_paise: 0, cgst_paise: 0, sgst_paise: 0 },
};
const paper = paperOfInvoice(
  { ...issuedInvoice, lines: [service!, warranty!, parts] },
  { due: 0, paid: 2048, payments: [] },
);

/** The streams of a PDF that are compressed, as text. */
function streamsOf(pdf: string): string[] {
  return [...pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, bytes = '']) => {
    try {
      return [inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
}

/** The text as a reader copies it: glyphs in their order, by the map that the PDF has for it. */
function textOf(pdf: string): string {
  const streams = streamsOf(pdf);
  const letters = new Map<number, string>();
  for (const map of streams.filter((stream) => stream.includes('beginbfrange')))
    for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
      [...list.matchAll(/<([0-9a-f ]+)>/gi)].forEach(([, code = ''], index) => {
        // A ligature stands for several letters.
        const points =
          code
            .replaceAll(' ', '')
            .match(/.{4}/g)
            ?.map((hex) => Number.parseInt(hex, 16)) ?? [];
        letters.set(Number.parseInt(from, 16) + index, String.fromCharCode(...points));
      });
  return streams
    .filter((stream) => / Tf$/m.test(stream))
    .flatMap((stream) => [...stream.matchAll(/\[(.*)\] TJ/g)])
    .map(([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]*)>/gi)]
        .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        .map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '?')
        .join(''),
    )
    .join('\n');
}

const readPdf = async (): Promise<string> => Buffer.from(await paperPdf(paper, font)).toString('latin1');
const plain = (words: string): string => words.replaceAll(/\s+/g, '');

test('has the words and figures of the page, with the sign of the rupee', async () => {
  const text = plain(textOf(await readPdf()));
  const shown = [
    ...[paper.title, paper.number, ...paper.from, ...paper.to, ...paper.columns, ...paper.sums, paper.total],
    ...paper.rows.flatMap(({ description, cells }) => [description, ...cells]),
    ...paper.facts.flatMap(({ label, value }) => [label, value]),
    ...[paper.state ?? '', ...paper.sentences, paper.signature, paper.sample ?? ''],
  ];
  expect(shown.filter((words) => !text.includes(plain(words)))).toEqual([]);
  expect(text).toContain('₹2,048');
  const amounts = text.match(/₹[\d,]+\.\d\d/g);
  expect(amounts).toEqual(
    [...paper.rows.flatMap(({ cells }) => cells), ...paper.sums].filter((cell) => cell.startsWith('₹')),
  );
});

test('is tagged, in English of India, with a title, a table of rows and its own font', async () => {
  const pdf = await readPdf();
  expect(pdf).toMatch(/\/Lang \(en-IN\)/);
  expect(pdf).toMatch(/\/MarkInfo/);
  expect(pdf).toMatch(/\/StructTreeRoot/);
  expect(pdf.match(/\/S \/TR/g)).toHaveLength(paper.rows.length + 2);
  expect(pdf.match(/\/S \/H1/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/FontFile[23]/);
  expect(pdf).toMatch(/\/DisplayDocTitle true/);
});

test('its letters have outlines', async () => {
  const isFont = (stream: string) => stream.slice(0, 200).includes('glyf');
  const ttf = Buffer.from(streamsOf(await readPdf()).find(isFont) ?? '', 'latin1');
  const table = (name: string): Buffer => {
    const entry = ttf.indexOf(name);
    const start = ttf.readUInt32BE(entry + 8);
    return ttf.subarray(start, start + ttf.readUInt32BE(entry + 12));
  };
  const glyphs = table('glyf');
  const isLong = table('head').readInt16BE(50) === 1;
  const starts = isLong ? new Uint32Array(table('loca').length / 4) : new Uint16Array(table('loca').length / 2);
  starts.forEach(
    (_, at) => (starts[at] = isLong ? table('loca').readUInt32BE(at * 4) : table('loca').readUInt16BE(at * 2) * 2),
  );
  const drawn = [...starts].filter((start, at) => start < (starts[at + 1] ?? start));
  expect(drawn.length).toBeGreaterThan(30);
  const contours = drawn.map((start) => glyphs.readInt16BE(start));
  expect(contours.filter((count) => count < -1 || count === 0 || count > 10)).toEqual([]);
});

test('is one page of less than 60 kB', async () => {
  const pdf = await readPdf();
  console.info(`The PDF of an invoice has ${pdf.length} bytes.`);
  expect(pdf.length).toBeLessThan(60_000);
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
});

test('a name in letters that the font does not have is not set', () => {
  expect(canBeSet(paper)).toBe(true);
  expect(canBeSet({ ...paper, to: ['आशा कुलकर्णी'] })).toBe(false);
});

test.each([
  [12_450, 'or 13,450 km on the odometer, whichever comes first.'],
  [null, 'or 1,000 km, whichever comes first.'],
])('the kilometres of the warranty count from the odometer at the check-in: %s', (odometer_km, words) => {
  const { sentences } = paperOfInvoice({ ...issuedInvoice, warranty_km: 1000, odometer_km }, undefined);
  expect(sentences.some((each) => each.replaceAll('\u00a0', ' ').includes(words))).toBe(true);
});
