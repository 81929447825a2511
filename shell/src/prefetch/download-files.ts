import type { RegistryFile } from '@twostroke/shared/contracts/registry';
import { UNNAMED_SIZE, type Allowance } from './allowance.ts';

/** Files that this tab has prefetched, or is about to. */
const asked = new Set<string>();

export interface DownloadOptions {
  allowance: Allowance;
  signal: AbortSignal;
  priority: RequestPriority;
}

/**
 * Downloads files into the browser's cache. As plain requests: a module that a browser has failed to preload is lost
 * until a reload. None is asked for unless all of them fit: what is cancelled later has been sent all the same.
 * @returns whether all of them are there
 * @throws when one does not come, or is altered
 */
export async function downloadFiles(
  files: readonly RegistryFile[],
  { allowance, ...init }: DownloadOptions,
): Promise<boolean> {
  const missing = files.filter(({ href }) => isMissing(href));
  const size = missing.reduce((sum, { bytes = UNNAMED_SIZE }) => sum + bytes, 0);
  if (!allowance.fits(size)) return false;
  allowance.spend(size);
  await Promise.all(missing.map((file) => download(file, init)));
  const sent = missing.reduce((sum, { href }) => sum + sentBytes(href), 0);
  allowance.spend(sent - size); // a release may not name sizes, and a delta is smaller
  return true;
}

/** Marks a file as asked for. False when any code of the tab has asked for it before. */
export function claim(href: string): boolean {
  if (!isMissing(href)) return false;
  asked.add(href);
  return true;
}

/** Size of a file as it was sent; 0 when this page has not asked for it. */
export function sentBytes(href: string): number {
  const [sent] = performance.getEntriesByName(new URL(href, window.location.href).href);
  return (sent as PerformanceResourceTiming | undefined)?.encodedBodySize ?? 0;
}

function isMissing(href: string): boolean {
  if (asked.has(href) || document.querySelector(`link[href="${CSS.escape(href)}"]`)) return false;
  return performance.getEntriesByName(new URL(href, window.location.href).href).length === 0;
}

async function download({ href, integrity }: RegistryFile, init: RequestInit): Promise<void> {
  asked.add(href);
  try {
    const answer = await fetch(href, { ...init, integrity });
    if (!answer.ok) throw new Error(`${href} answers with status ${answer.status}.`);
    await answer.arrayBuffer();
  } catch (failure) {
    asked.delete(href); // it may be asked for again
    throw failure;
  }
}
