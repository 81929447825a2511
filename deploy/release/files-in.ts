import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Rejection } from './rejection.ts';

/**
 * All files below a folder, relative to it and in order.
 * @throws Rejection for a symbolic link: a release with one would publish a file from outside of it
 */
export function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link) throw new Rejection(`${join(link.parentPath, link.name)} is a symbolic link: releases hold files only.`);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
