import type { ObjectRow } from './object-rows.ts';

/** An entry of a listed folder: an object, or a folder, of which only the name is known. */
export type FolderEntry =
  | ObjectRow
  | { name: string; id: null; created_at: null; updated_at: null; last_accessed_at: null; metadata: null };

/**
 * The entries directly in a folder, as storage-js lists them: objects and folders by their own names.
 *
 * @param rows the objects below the folder, in the order of their names
 * @param folder ends with a slash, or is empty for the bucket
 */
export function listFolder(rows: readonly ObjectRow[], folder: string): FolderEntry[] {
  const entries = new Map<string, FolderEntry>();
  for (const row of rows) {
    const [name = '', ...deeper] = row.name.slice(folder.length).split('/');
    const isFolder = deeper.length > 0;
    const nothing = { id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null };
    if (!entries.has(name)) entries.set(name, isFolder ? { name, ...nothing } : { ...row, name });
  }
  return [...entries.values()];
}
