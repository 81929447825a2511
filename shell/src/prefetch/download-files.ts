import type { RegistryFile } from '@twostroke/shared/contracts/registry';
import type { Allowance } from './allowance.ts';

/** Files that this tab has prefetched, or is about to. */
const asked = new Set<string>();

export interface DownloadOptions {
  allowance: Allowance;
  signal: AbortSignal;
  priority: RequestPriority;
}

/**
 * Downloads files into the browser's cache. As plain requests: a module that a browser has failed to preload is lost
 * until a reload.
 * @returns whether all of them are there; not when one is larger than what is left
 * @throws when one does not come, or is altered
 */
export async function downloadFiles(files: readonly RegistryFile[], options: DownloadOptions): Promise<boolean> {
  const fetched = await Promise.all(files.filter(({ href }) => claim(href)).map((file) => download(file, options)));
  return fetched.every(Boolean);
}

/** Marks a file as asked for. False when any code of the tab has asked for it before. */
export function claim(href: string): boolean {
  if (asked.has(href) || document.querySelector(`link[href="${CSS.escape(href)}"]`)) return false;
  if (performance.getEntriesByName(new URL(href, window.location.href).href).length > 0) return false;
  asked.add(href);
  return true;
}

/** Lets a file be asked for again. */
function unclaim(href: string): void {
  asked.delete(href);
}

async function download({ href, integrity }: RegistryFile, { allowance, ...init }: DownloadOptions): Promise<boolean> {
  try {
    const answer = await fetch(href, { ...init, integrity });
    if (!answer.ok) throw new Error(`${href} answers with status ${answer.status}.`);
    const announced = Number(answer.headers.get('Content-Length'));
    if (!allowance.fits(announced)) {
      await answer.body?.cancel();
      return false;
    }
    allowance.spend(announced);
    const { byteLength } = await answer.arrayBuffer();
    if (announced === 0) allowance.spend(byteLength); // decoded, so more than was sent
    return true;
  } catch (failure) {
    unclaim(href);
    throw failure;
  }
}
