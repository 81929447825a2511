import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format, type FormatConfig } from 'oxfmt';

const settings = JSON.parse(readFileSync(join(import.meta.dirname, '../../.oxfmtrc.json'), 'utf8')) as FormatConfig;

/** The text of a generated file as `npm run format` would write it. */
export async function formatGenerated(file: string, text: string): Promise<string> {
  const { code, errors } = await format(basename(file), text, settings);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
