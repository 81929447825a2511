import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

/** A Markdown file: its name without `.md`, the texts of its front matter, and the rest. */
export interface MarkdownFile {
  name: string;
  head: Record<string, string>;
  body: string;
}

function split(name: string, text: string): MarkdownFile {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (head === undefined || body === undefined) return { name, head: {}, body: text.trim() };
  // Failsafe schema: every value is a text, also dates and numbers.
  return { name, head: parse(head, { schema: 'failsafe' }) as Record<string, string>, body: body.trim() };
}

/** All Markdown files of a folder, by name; none when there is no such folder. */
export async function readMarkdownFolder(folder: string): Promise<MarkdownFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    files.map(async (name) => split(basename(name, '.md'), await readFile(join(folder, name), 'utf8'))),
  );
}
