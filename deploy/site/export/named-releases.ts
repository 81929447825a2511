import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names (`catalog-1.0.0-1a2b3c4d`) of the releases whose files a document requests. */
export function namedReleases(document: string): string[] {
  const addresses = document.matchAll(/\/r\/([a-z][a-z0-9_]*)\/([0-9A-Za-z][0-9A-Za-z.+-]*)\//g);
  return [...addresses].map(([, app, version]) => `${app}-${version}`);
}

/** Calls back with the documents below a folder; a document with several names once. */
export function readDocumentsIn(folder: string, visit: (text: string) => void): void {
  if (!existsSync(folder)) return;
  const seen = new Set<number>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.html')) continue;
    const file = join(entry.parentPath, entry.name);
    const { ino } = statSync(file);
    if (seen.has(ino)) continue;
    seen.add(ino);
    visit(readFileSync(file, 'utf8'));
  }
}
