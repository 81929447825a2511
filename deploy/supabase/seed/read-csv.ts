import { readFile } from 'node:fs/promises';

/** A row of a CSV file: column name to text; an empty cell is null. */
export type CsvRow = Record<string, string | null>;

function splitLines(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(i + 1) === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',' || char === '\n') {
      row.push(cell);
      cell = '';
      if (char === '\n') {
        rows.push(row);
        row = [];
      }
    } else if (char !== '\r') cell += char;
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell]);
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '');
}

/** Reads a CSV file (RFC 4180, first line = column names). Throws when a row has another number of cells. */
export async function readCsv(file: string | URL): Promise<CsvRow[]> {
  const [head = [], ...rows] = splitLines(await readFile(file, 'utf8'));
  return rows.map((cells, index) => {
    if (cells.length !== head.length) {
      throw new Error(`${String(file)}, row ${index + 2}: ${cells.length} cells, expected ${head.length}`);
    }
    return Object.fromEntries(head.map((name, column) => [name, cells[column] || null]));
  });
}
