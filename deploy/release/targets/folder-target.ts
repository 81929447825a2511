import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { whileLocked } from '../../site/record/live-record.ts';
import { documentsFolder, switchGeneration } from '../../site/export/generations.ts';
import { readDocumentsIn } from '../../site/export/named-releases.ts';
import { LiveRecordChangedError, type Target } from './target.ts';

/** Another folder of this machine, e.g. the one that nginx serves, or a mounted disk. */
export function folderTarget(folder: string): Target {
  const readText = (path: string): string | null => {
    const file = join(folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  const writeText = (path: string, text: string): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.${process.pid}.part`, text);
    renameSync(`${file}.${process.pid}.part`, file);
  };
  return {
    name: folder,
    canaryRejection: null,
    readText: (path) => Promise.resolve(readText(path)),
    writeText: (path, text) => Promise.resolve(writeText(path, text)),

    pullFolder(path, to) {
      if (!existsSync(join(folder, path))) return Promise.reject(new Error(`${folder} has no ${path}.`));
      cpSync(join(folder, path), to, { recursive: true });
      return Promise.resolve();
    },

    pushRelease(path, from) {
      const to = join(folder, path);
      if (existsSync(to)) return Promise.resolve(0);
      const half = `${to}.${process.pid}.part`;
      rmSync(half, { recursive: true, force: true });
      cpSync(from, half, { recursive: true });
      renameSync(half, to);
      return Promise.resolve(countFiles(to));
    },

    async pushDocuments(siteFolder, generation, requireSameRecord) {
      await requireSameRecord(); // two concurrent flips may have generations of the same name
      const from = join(documentsFolder(siteFolder), generation);
      const to = join(documentsFolder(folder), generation);
      const fresh = !existsSync(to);
      const half = fresh ? `${to}.part` : to;
      if (fresh) rmSync(half, { recursive: true, force: true });
      const sent = copyChanged(from, half);
      if (fresh) renameSync(half, to);
      await requireSameRecord();
      switchGeneration(folder, generation);
      return sent;
    },

    replaceLive(text, seen) {
      mkdirSync(folder, { recursive: true });
      const isReplaced = whileLocked(folder, () => {
        if (readText('live.json') !== seen) return false;
        writeText('live.json', text);
        return true;
      });
      return isReplaced ? Promise.resolve() : Promise.reject(new LiveRecordChangedError(folder));
    },

    list(below) {
      const home = join(folder, below);
      if (!existsSync(home)) return Promise.resolve([]);
      const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      return Promise.resolve(
        files.flatMap((entry) => {
          const file = join(entry.parentPath, entry.name);
          const found = statSync(file, { throwIfNoEntry: false }); // undefined: it has just been removed
          if (!found) return [];
          return { path: relative(folder, file), bytes: found.size, modifiedAt: found.mtimeMs };
        }),
      );
    },

    removeFile(path) {
      rmSync(join(folder, path), { force: true });
      return Promise.resolve();
    },

    removeFolder(path) {
      if (!existsSync(join(folder, path))) return Promise.resolve();
      // Under another name first: an incomplete release would count as an existing one.
      const half = `${join(folder, path)}.${process.pid}.part`;
      renameSync(join(folder, path), half);
      rmSync(half, { recursive: true });
      return Promise.resolve();
    },

    readDocuments(visit) {
      readDocumentsIn(documentsFolder(folder), visit);
      return Promise.resolve();
    },
  };
}

/** Copies links, and files that differ in age or size; each file appears complete. Hard links stay hard links. */
function copyChanged(from: string, to: string, copied = new Map<number, string>()): number {
  let sent = 0;
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, goal] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) sent += copyChanged(source, goal, copied);
    else if (entry.isSymbolicLink()) {
      if (!isThere(goal)) symlinkSync(readlinkSync(source), goal);
    } else {
      const { ino, mtime, mtimeMs, size } = statSync(source);
      const there = isThere(goal) ? statSync(goal) : null;
      if (there && there.size === size && Math.abs(there.mtimeMs - mtimeMs) < 2) continue;
      const half = `${goal}.part`;
      const twin = copied.get(ino);
      if (twin) linkSync(twin, half);
      else {
        copyFileSync(source, half, constants.COPYFILE_FICLONE);
        utimesSync(half, mtime, mtime);
      }
      renameSync(half, goal);
      copied.set(ino, goal);
      sent += 1;
    }
  }
  return sent;
}

function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function countFiles(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}
