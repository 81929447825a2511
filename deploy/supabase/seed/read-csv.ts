import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';

/** A row of a CSV file: column name to text; an empty cell is null. */
export type CsvRow = Record<string, string | null>;

/**
 * Reads a CSV file (RFC 4180, first line = column names).
 * @throws Error that names the file and the line when a row has another number of cells
 */
export async function readCsv(file: string | URL): Promise<CsvRow[]> {
  const text = await readFile(file, 'utf8');
  try {
    return parse<CsvRow>(text, { columns: true, skip_empty_lines: true, cast: (cell) => cell || null });
  } catch (failure) {
    throw new Error(`${String(file)}: ${(failure as Error).message}`);
  }
}
