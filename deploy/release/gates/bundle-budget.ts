import { paths } from '@twostroke/shared/contracts/paths';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compressBrotli } from '../compress-files.ts';
import type { Candidate } from './candidate.ts';

/** Most bytes of JavaScript, compressed with brotli 11. */
export const budgets = {
  shellMain: 130_000,
  remoteEntry: 8_000,
  /** What one page or slot adds to the entry: its own files. */
  part: 40_000,
  /** All that a public page needs until it is interactive: the shell, the entry, the page's own files. */
  publicPage: 130_000,
  bookingPage: 165_000,
};

/** How many pages over their budget a refusal names, and how many files of each. */
const NAMED = 3;

/** What a public page may need in all until it is interactive. */
export function pageBudget(path: string): number {
  return path === paths.bookService() ? budgets.bookingPage : budgets.publicPage;
}

/** Nobody makes a page slow unnoticed: each part of a release keeps to its budget, and so does each public page. */
export function bundleBudgetGate(candidate: Candidate): string[] {
  const sizeOf = createSizes(candidate.siteFolder);
  const parts = partsOverBudget(candidate, sizeOf);
  // A shell that is too large by itself makes every page too large: that is said once.
  return candidate.release.shell && parts.length > 0 ? parts : [...parts, ...pagesOverBudget(candidate, sizeOf)];
}

type SizeOf = (href: string) => number;

function partsOverBudget({ release: { app, shell, remote } }: Candidate, sizeOf: SizeOf): string[] {
  const over = (what: string, files: string[], budget: number, cure: string): string[] => {
    const bytes = sumOf(files, sizeOf);
    if (bytes <= budget) return [];
    return [
      `${what} is ${kB(bytes)} kB of JavaScript, ${kB(bytes - budget)} kB over its budget of ${kB(budget)} kB. ${cure}`,
    ];
  };
  if (shell)
    return over(
      'The main script of the shell',
      shell.js,
      budgets.shellMain,
      'Load what the first view does not need later.',
    );
  if (!remote) return [];
  const { entry, pages, slots } = remote;
  const cure = 'Load what the first view does not need with import(), or find what made it grow.';
  const own = (js: { href: string }[]) => js.map(({ href }) => href).filter((href) => href !== entry);
  return [
    ...over(`remoteEntry of ${app}`, [entry], budgets.remoteEntry, 'Only lazy imports belong into src/remote.tsx.'),
    ...Object.entries(pages).flatMap(([page, { js }]) => over(`Page ${page} of ${app}`, own(js), budgets.part, cure)),
    ...Object.entries(slots).flatMap(([slot, { js }]) => over(`Slot ${slot} of ${app}`, own(js), budgets.part, cure)),
  ];
}

/**
 * The same files as the preloads of a page's document, which is what `npm run bench -- speed` sees a browser fetch. For
 * a new shell all public pages count, which it is around.
 */
function pagesOverBudget({ release, combinations }: Candidate, sizeOf: SizeOf): string[] {
  const pages = combinations.flatMap(({ shell, remotes }) =>
    remotes
      .filter(({ app }) => release.app === 'shell' || app === release.app)
      .flatMap(({ app, remote }) =>
        remote!.manifest.routes
          .filter(({ access }) => access === 'public')
          .map(({ page, path }) => {
            const own = remote!.pages[page]?.js.map(({ href }) => href) ?? [];
            const files = [...new Set([...shell.shell!.js, ...own])];
            return { name: `Page ${page} of ${app} (${path})`, files, budget: pageBudget(path) };
          }),
      ),
  );
  const over = pages
    .map((page) => ({ ...page, bytes: sumOf(page.files, sizeOf) }))
    .filter(({ bytes, budget }) => bytes > budget)
    .sort((one, other) => other.bytes - other.budget - (one.bytes - one.budget));
  const refusals = over.map(({ name, files, bytes, budget }) => {
    const largest = [...files].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, NAMED);
    const named = largest.map((href) => `${href} ${kB(sizeOf(href))} kB`).join(', ');
    return `${name} needs ${kB(bytes)} kB of JavaScript until it is interactive, ${kB(bytes - budget)} kB over its budget of ${kB(budget)} kB. Its largest files: ${named}. Load what the first view does not need with import(), or find what made one of them grow.`;
  });
  const distinct = [...new Set(refusals)];
  const more = distinct.length - NAMED;
  if (more <= 0) return distinct;
  const others = more === 1 ? 'One more page is' : `${more} more pages are`;
  return [...distinct.slice(0, NAMED), `${others} over the budget too, by less: correct these first.`];
}

function createSizes(siteFolder: string): SizeOf {
  const known = new Map<string, number>();
  return (href) => {
    const size = known.get(href) ?? compressedSize(join(siteFolder, href));
    known.set(href, size);
    return size;
  };
}

function compressedSize(file: string): number {
  return existsSync(`${file}.br`) ? statSync(`${file}.br`).size : compressBrotli(readFileSync(file)).length;
}

function sumOf(files: string[], sizeOf: SizeOf): number {
  return files.reduce((sum, href) => sum + sizeOf(href), 0);
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
