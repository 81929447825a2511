import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** One file of a migrations folder. */
export interface Migration {
  version: string;
  name: string;
  file: string;
  text: string;
}

/**
 * The migrations of a folder in their order.
 *
 * @throws an Error that names a file whose name has no version.
 */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      if (version === undefined || name === undefined)
        throw new Error(`${file}: a migration must be named <number>_<name>.sql: the number decides its order.`);
      return { version, name, file, text: readFileSync(join(folder, file), 'utf8') };
    });
}
