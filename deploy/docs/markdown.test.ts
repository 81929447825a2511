import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const generated = new Set(['node_modules', 'dist', 'dist-dev', 'dist-node']);
/** Texts of the shop, one paragraph a line: they become rows of the database. */
const contents = join(repository, 'deploy/supabase/seed');
const longestLine = 200;

interface Place {
  file: string;
  line: number;
  text: string;
}

const files = findMarkdown(repository);
const lines: Place[] = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text })),
);

test('finds the Markdown files of the repository', () => {
  const names = files.map((file) => relative(repository, file));
  for (const name of ['README.md', 'shell/README.md', 'deploy/docs/booking-rules.md']) assert.ok(names.includes(name));
});

test('no Markdown line is longer than 200 characters', () => {
  assert.deepEqual(lines.filter(({ text }) => text.length > longestLine).map(describePlace), []);
});

test('every relative link leads to a file, and its fragment to a heading', () => {
  const broken = lines.flatMap((place) =>
    linksOf(place.text)
      .filter((link) => !leadsSomewhere(place.file, link))
      .map((link) => `${describePlace(place)}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('every source path that a page names exists', () => {
  const missing = lines.flatMap((place) =>
    pathsOf(place.text)
      .filter((path) => !['', '.ts', '.tsx'].some((ending) => existsSync(join(repository, path + ending))))
      .map((path) => `${describePlace(place)}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

/** Folders that start with a dot hold data and caches. */
function findMarkdown(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (path === contents || generated.has(entry.name) || entry.name.startsWith('.')) return [];
    if (entry.isDirectory()) return findMarkdown(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Targets of inline links and images that are neither absolute URLs nor paths of the site. */
function linksOf(text: string): string[] {
  const prose = text.replace(/`[^`]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^([a-z]+:|\/)/.test(link));
}

/** Inline code that is a path from the repository's root, such as `shared/contracts/paths`. */
function pathsOf(text: string): string[] {
  return [...text.matchAll(/`((?:deploy|shared|shell|[a-z]+-mfe)\/[\w./-]+)`/g)].map(([, path = '']) => path);
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', fragment] = link.split('#');
  const target = path === '' ? from : resolve(dirname(from), path);
  if (!existsSync(target)) return false;
  return !fragment || (target.endsWith('.md') && headingsOf(target).includes(fragment));
}

/** The fragments of a file's headings, written as GitHub writes them. */
function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function describePlace({ file, line }: Place): string {
  return `${relative(repository, file)}:${line}`;
}

test('each decision record has a number of its own, and its title repeats it', () => {
  const folder = join(repository, 'deploy/docs/decisions');
  const records = readdirSync(folder).filter((file) => /^\d{4}-/.test(file));
  const numbers = records.map((file) => file.slice(0, 4));
  assert.deepEqual(
    numbers.filter((number, at) => numbers.indexOf(number) !== at),
    [],
  );
  for (const file of records)
    assert.ok(readFileSync(join(folder, file), 'utf8').startsWith(`# ${Number(file.slice(0, 4))}. `), file);
});
