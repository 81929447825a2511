import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Poll interval of the content version: a change is on the pages within this time. */
const INTERVAL_MS = 20_000;

/**
 * Follows the state of the content. Stores it on disk, so that the site finds its rendered pages when it starts while
 * the backend is down.
 * @param ask answers the state's name
 * @param changed called whenever it is another one
 */
export function watchContent(
  siteFolder: string,
  ask: (() => Promise<string>) | undefined,
  changed: () => void = () => undefined,
) {
  const file = join(siteFolder, 'content-version');
  let version = readKept(file);
  let stopped = false;
  const look = async (): Promise<void> => {
    try {
      const next = await ask!();
      if (stopped || next === version) return;
      version = next;
      writeFileSync(file, next);
      changed();
    } catch {
      // The backend is down: rendered pages stay valid.
    }
  };
  const timer = ask ? setInterval(() => void look(), INTERVAL_MS).unref() : undefined;
  let first: Promise<void> | null = null;
  return {
    /** Waits until the backend has answered once or failed to. */
    known(): Promise<void> {
      first ??= ask ? look() : Promise.resolve();
      return first;
    },
    get version(): string {
      return version;
    },
    stop(): void {
      stopped = true;
      clearInterval(timer);
    },
  };
}

function readKept(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
