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
};

/** Nobody makes a page slow unnoticed: each part of a release keeps to its budget. */
export function bundleBudgetGate({ release, siteFolder }: Candidate): string[] {
  const { app, shell, remote } = release;
  const over = (what: string, files: string[], budget: number, cure: string): string[] => {
    const bytes = files.reduce((sum, href) => sum + compressedSize(join(siteFolder, href)), 0);
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

function compressedSize(file: string): number {
  return existsSync(`${file}.br`) ? statSync(`${file}.br`).size : compressBrotli(readFileSync(file)).length;
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
