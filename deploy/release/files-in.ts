import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** All files below a folder, relative to it and in order. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
