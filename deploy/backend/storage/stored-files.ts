import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The contents of stored objects, one file each, named by the id of its row in storage.objects. */
export interface StoredFiles {
  /** Writes a file; it is complete on disk when this resolves. */
  write(id: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is no such file. */
  read(id: string): Promise<Buffer | undefined>;
  remove(id: string): Promise<void>;
  /** Names of the files older than an hour: one without a row was left by an upload that did not finish. */
  listOld(): Promise<string[]>;
}

const hourMs = 3_600_000;

/** Keeps the files in a folder, which is created with the first one. */
export function storeFilesIn(folder: string): StoredFiles {
  const pathOf = (id: string): string => {
    if (!/^[0-9a-f-]{36}(?:\.part)?$/.test(id)) throw new Error('A stored file is named by a UUID.');
    return join(folder, id);
  };
  return {
    async write(id, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const temporary = `${pathOf(id)}.part`;
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, pathOf(id));
    },
    read: (id) => readFile(pathOf(id)).catch(onlyMissing),
    remove: (id) => rm(pathOf(id), { force: true }),
    async listOld() {
      const names = (await readdir(folder).catch(onlyMissing)) ?? [];
      const old: string[] = [];
      for (const name of names) {
        const found = await stat(join(folder, name)).catch(onlyMissing);
        if (found && Date.now() - found.mtimeMs > hourMs) old.push(name);
      }
      return old;
    },
  };
}

function onlyMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return undefined;
}
