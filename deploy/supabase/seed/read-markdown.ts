import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A Markdown file: its name without `.md`, the `key: value` lines of its front matter, and the rest. */
export interface MarkdownFile {
  name: string;
  head: Record<string, string>;
  body: string;
}

function parse(name: string, text: string): MarkdownFile {
  const match = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text.replaceAll('\r\n', '\n'));
  if (match === null) return { name, head: {}, body: text.trim() };
  const head: Record<string, string> = {};
  for (const line of (match[1] ?? '').split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0)
      head[line.slice(0, colon).trim()] = line
        .slice(colon + 1)
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2');
  }
  return { name, head, body: (match[2] ?? '').trim() };
}

/** All Markdown files of a folder, by name; none when there is no such folder. */
export async function readMarkdownFolder(folder: string): Promise<MarkdownFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    files.map(async (name) => parse(basename(name, '.md'), await readFile(join(folder, name), 'utf8'))),
  );
}
