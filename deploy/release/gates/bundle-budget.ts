import { paths } from '@twostroke/shared/contracts/paths';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compressBrotli } from '../../site/documents/compress-files.ts';
import type { Candidate } from '../../site/record/fit/candidate.ts';
import type { ReleaseRecord } from '../../site/record/release-record.ts';

/** Most bytes of JavaScript, compressed with brotli 11. */
const budgets = {
  shellMain: 105_000,
  remoteEntry: 8_000,
  /** The files that one page or slot adds to the entry. */
  part: 40_000,
  /** Everything that a public page needs until it is interactive: the shell, the entry, the page's own files. */
  publicPage: 118_000,
  bookingPage: 140_000,
};

/**
 * The same for builds with TWOSTROKE_BUNDLE_DIET=off, whose libraries are untouched: an emergency setting, so that an
 * upgrade of a library never waits for the diet. The diet saves the differences.
 */
const untouchedBudgets: typeof budgets = {
  ...budgets,
  shellMain: 145_000,
  remoteEntry: 12_000,
  publicPage: 150_000,
  bookingPage: 185_000,
};

/** How many pages over their budget a rejection names, and how many files of each. */
const NAMED = 3;

/** The most that a public page may need until it is interactive. */
export function pageBudget(path: string, releases: Pick<ReleaseRecord, 'untouchedLibraries'>[] = []): number {
  const { bookingPage, publicPage } = budgetsOf(...releases);
  return path === paths.bookService() ? bookingPage : publicPage;
}

/** A page consists of a shell and a remote: if either has untouched libraries, the page is larger. */
function budgetsOf(...releases: Pick<ReleaseRecord, 'untouchedLibraries'>[]): typeof budgets {
  return releases.some(({ untouchedLibraries }) => untouchedLibraries) ? untouchedBudgets : budgets;
}

/** Keeps pages from becoming slow unnoticed: each part of a release has a budget, and so does each public page. */
export function bundleBudgetGate(candidate: Candidate): string[] {
  const sizeOf = createSizes(candidate.siteFolder);
  const parts = partsOverBudget(candidate, sizeOf);
  // A shell that is too large makes every page too large, so it is reported once.
  return candidate.release.shell && parts.length > 0 ? parts : [...parts, ...pagesOverBudget(candidate, sizeOf)];
}

/** Addresses of the scripts that a page of a remote needs until it is interactive. */
export function pageScripts({ shell }: ReleaseRecord, { remote }: ReleaseRecord, page: string): string[] {
  return [...new Set([...shell!.js, ...(remote!.pages[page]?.js.map(({ href }) => href) ?? [])])];
}

type SizeOf = (href: string) => number;

function partsOverBudget({ release }: Candidate, sizeOf: SizeOf): string[] {
  const { app, shell, remote } = release;
  const { shellMain, remoteEntry, part } = budgetsOf(release);
  const over = (what: string, files: string[], budget: number, cure: string): string[] => {
    const bytes = sumOf(files, sizeOf);
    if (bytes <= budget) return [];
    return [
      `${what} is ${kB(bytes)} kB of JavaScript, ${kB(bytes - budget)} kB over its budget of ${kB(budget)} kB. ${cure}`,
    ];
  };
  if (shell)
    return over('The main script of the shell', shell.js, shellMain, 'Load what the first view does not need later.');
  if (!remote) return [];
  const { entry, pages, slots } = remote;
  const cure = 'Load what the first view does not need with import(), or find what made it grow.';
  const own = (js: { href: string }[]) => js.map(({ href }) => href).filter((href) => href !== entry);
  return [
    ...over(
      `remoteEntry of ${app}`,
      [entry],
      remoteEntry,
      'It holds only lazy imports of pages and slots: find what else was built into it.',
    ),
    ...Object.entries(pages).flatMap(([page, { js }]) => over(`Page ${page} of ${app}`, own(js), part, cure)),
    ...Object.entries(slots).flatMap(([slot, { js }]) => over(`Slot ${slot} of ${app}`, own(js), part, cure)),
  ];
}

/**
 * The same files as the preloads of a page's document, which `npm run bench -- speed` sees a browser fetch. For a new
 * shell all public pages count.
 */
function pagesOverBudget({ release, combinations }: Candidate, sizeOf: SizeOf): string[] {
  const pages = combinations.flatMap(({ shell, remotes }) =>
    remotes
      .filter(({ app }) => release.app === 'shell' || app === release.app)
      .flatMap((owner) =>
        owner
          .remote!.manifest.routes.filter(({ access }) => access === 'public')
          .map(({ page, path }) => {
            const files = pageScripts(shell, owner, page);
            return { name: `Page ${page} of ${owner.app} (${path})`, files, budget: pageBudget(path, [shell, owner]) };
          }),
      ),
  );
  const over = pages
    .map((page) => ({ ...page, bytes: sumOf(page.files, sizeOf) }))
    .filter(({ bytes, budget }) => bytes > budget)
    .sort((one, other) => other.bytes - other.budget - (one.bytes - one.budget));
  const rejections = over.map(({ name, files, bytes, budget }) => {
    const largest = [...files].sort((one, other) => sizeOf(other) - sizeOf(one)).slice(0, NAMED);
    const named = largest.map((href) => `${href} ${kB(sizeOf(href))} kB`).join(', ');
    return `${name} needs ${kB(bytes)} kB of JavaScript until it is interactive, ${kB(bytes - budget)} kB over its budget of ${kB(budget)} kB. Its largest files: ${named}. Load what the first view does not need with import(), or find what made one of them grow.`;
  });
  const distinct = [...new Set(rejections)];
  const more = distinct.length - NAMED;
  if (more <= 0) return distinct;
  const others = more === 1 ? 'One more page is' : `${more} more pages are`;
  return [...distinct.slice(0, NAMED), `${others} over the budget too, by less: fix these first.`];
}

/** Compressed sizes of files of a site folder, by their addresses. */
export function createSizes(siteFolder: string): SizeOf {
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

export function sumOf(files: string[], sizeOf: SizeOf): number {
  return files.reduce((sum, href) => sum + sizeOf(href), 0);
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
