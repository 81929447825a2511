import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const repository = join(import.meta.dirname, '../..');
const page = readFileSync(join(repository, 'deploy/docs/asvs.md'), 'utf8');

/** How many requirements of levels 1 and 2 version 5.0.0 of the standard has, by chapter. */
const countsOfLevels = {
  ...{ V1: 27, V2: 11, V3: 19, V4: 10, V5: 9, V6: 35, V7: 18, V8: 7, V9: 7 },
  ...{ V10: 29, V11: 14, V12: 9, V13: 13, V14: 9, V15: 13, V16: 16, V17: 7 },
};
const verdicts = ['pass', 'not applicable', 'open'];

interface Row {
  /** The chapter under whose heading the row is. */
  chapter: string;
  id: string;
  verdict: string;
  evidence: string;
}

const rows = page
  .split(/^## /m)
  .slice(1)
  .flatMap((section): Row[] => {
    const [chapter = ''] = section.split(' ');
    const lines = section.split('\n').filter((line) => line.startsWith('| '));
    return lines.slice(2).map((line) => {
      const [id = '', , verdict = '', evidence = ''] = line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1);
      return { chapter, id, verdict, evidence };
    });
  });

/** Files that a row names, from the repository's root. */
function pathsOf({ evidence }: Row): string[] {
  return [...evidence.matchAll(/`([^`]+)`/g)]
    .map(([, text = '']) => text)
    .filter((text) => /^[\w-]+(\/[\w.-]+)+$|^[A-Z]+\.md$/.test(text));
}

/** The ids of the rows that a condition finds. */
function idsOf(condition: (row: Row) => boolean): string[] {
  return rows.filter(condition).map(({ id }) => id);
}

test('each chapter has the requirements of levels 1 and 2, each once and in order', () => {
  const counts = new Map(rows.map(({ chapter }) => [chapter, 0]));
  for (const { chapter } of rows) counts.set(chapter, (counts.get(chapter) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(counts), countsOfLevels);
  const ids = rows.map(({ id }) => id);
  assert.deepEqual(
    idsOf(({ id, chapter }) => !/^\d+\.\d+\.\d+$/.test(id) || !id.startsWith(`${chapter.slice(1)}.`)),
    [],
  );
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids.toSorted(new Intl.Collator('en', { numeric: true }).compare), ids);
});

test('each row has one of three verdicts, and the page adds them up', () => {
  assert.deepEqual(
    idsOf(({ verdict }) => !verdicts.includes(verdict)),
    [],
  );
  const [pass, none, open] = verdicts.map((verdict) => idsOf((row) => row.verdict === verdict).length);
  assert.ok(page.includes(`${pass} pass, ${none} are not applicable, ${open} are open.`), `${pass}, ${none}, ${open}`);
});

test('each pass names a file that shows it, every named file exists', () => {
  assert.deepEqual(
    idsOf((row) => row.verdict === 'pass' && pathsOf(row).length === 0),
    [],
  );
  const missing = rows.flatMap((row) =>
    pathsOf(row)
      .filter((path) => !existsSync(join(repository, path)))
      .map((path) => `${row.id}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

test('what is open or not applicable has a reason in words, or that of a row which it names', () => {
  const words = ({ evidence }: Row): string[] => evidence.replace(/`[^`]*`/g, '').match(/[a-z]{2,}|\d+/gi) ?? [];
  assert.deepEqual(
    idsOf((row) => row.verdict !== 'pass' && words(row).length < 2),
    [],
  );
  const ids = new Set(rows.map(({ id }) => id));
  const named = rows.flatMap(({ evidence }) => evidence.match(/(?<![\d.])\d+\.\d+\.\d+(?![\d.])/g) ?? []);
  assert.deepEqual(
    named.filter((id) => !ids.has(id)),
    [],
  );
});
