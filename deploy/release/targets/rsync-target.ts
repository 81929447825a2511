import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { documentsFolder, outdated } from '../../site/export/generations.ts';
import { readDocumentsIn } from '../../site/export/named-releases.ts';
import { LiveRecordChangedError, type Target } from './target.ts';

/**
 * Compare times to the nanosecond. rsync compares whole seconds by default: a document that was rendered in the same
 * second as its equally long predecessor would be taken for unchanged.
 */
const EXACT_TIMES = '--modify-window=-1';

/** rsync's exit code when a requested file does not exist. */
const MISSING = 23;

/**
 * A folder of another machine, reached by rsync: `user@host:/srv/twostroke` over SSH, or `rsync://host/module` for an
 * rsync daemon. A daemon must not rewrite links: `munge symlinks = no` in its configuration.
 */
export function rsyncTarget(address: string): Target {
  const place = address.replace(/\/+$/, '');

  async function readText(path: string): Promise<string | null> {
    return withTemporaryFolder(async (folder) => {
      const { code, words } = await rsync(['--copy-links', `${place}/${path}`, `${folder}/`]);
      if (code === MISSING) return null;
      throwOnFailure(code, words, place);
      return readFileSync(join(folder, basename(path)), 'utf8');
    });
  }

  async function writeText(path: string, text: string): Promise<void> {
    await withTemporaryFolder(async (folder) => {
      const file = join(folder, basename(path));
      writeFileSync(file, text);
      await send(['--mkpath', '--ignore-times', file, `${place}/${path}`]);
    });
  }

  /** @returns how many files were sent; rsync writes each under a temporary name and renames it */
  async function send(args: string[]): Promise<number> {
    const { code, words, output } = await rsync(['-a', '--out-format=%i', ...args]);
    throwOnFailure(code, words, place);
    return output.split('\n').filter((line) => line.startsWith('<f')).length;
  }

  return {
    name: place,
    canaryRejection: null,
    readText,
    writeText,

    async pullFolder(path, to) {
      const { code, words } = await rsync(['-a', `${place}/${path}/`, `${to}/`]);
      throwOnFailure(code, words, place);
    },

    pushRelease: (path, from) => send(['--mkpath', '--ignore-existing', `${from}/`, `${place}/${path}/`]),

    async pushDocuments(siteFolder, generation, requireSameRecord) {
      await requireSameRecord(); // two concurrent flips may have generations of the same name
      const from = join(documentsFolder(siteFolder), generation);
      const former = await readText('documents/live/name');
      const link = former && former.trim() !== generation ? [`--link-dest=../${former.trim()}`] : [];
      const options = ['--mkpath', '--hard-links', EXACT_TIMES, ...link];
      const sent = await send([...options, `${from}/`, `${place}/documents/${generation}/`]);
      await withTemporaryFolder(async (folder) => {
        // Into the folder: rsync would follow a link that is itself the destination.
        const sendLink = async (name: string, to: string): Promise<void> => {
          symlinkSync(to, join(folder, name));
          await send([join(folder, name), `${place}/documents/`]);
        };
        await requireSameRecord();
        if (link.length > 0) await sendLink('former', former!.trim());
        await requireSameRecord();
        await sendLink('live', generation);
      });
      if ((await readText('documents/live/name'))?.trim() !== generation)
        throw new Error(`${place} does not keep links as they are. An rsync daemon needs: munge symlinks = no`);
      await removeOld(new Set([generation, ...(former ? [former.trim()] : [])]));
      return sent;
    },

    async replaceLive(text, seen) {
      // rsync can't compare and swap: this is the last check before the write.
      if ((await readText('live.json')) !== seen) throw new LiveRecordChangedError(place);
      await writeText('live.json', text);
    },

    async list(folder) {
      const { code, words, output } = await rsync(['--list-only', '--no-h', '-r', `${place}/${folder}/`]);
      if (code === MISSING) return [];
      throwOnFailure(code, words, place);
      return [...output.matchAll(/^-\S+ +(\d+) (\S+ \S+) (.+)$/gm)].map(([, bytes, time, name]) => ({
        path: `${folder}/${name}`,
        bytes: Number(bytes),
        modifiedAt: new Date(time!).getTime(), // rsync prints it in the time of this machine
      }));
    },

    removeFile: (path) => remove(dirname(path), `/${basename(path)}`),
    removeFolder: (path) => remove(dirname(path), `/${basename(path)}/***`),

    readDocuments: (visit) =>
      withTemporaryFolder(async (folder) => {
        const onlyDocuments = ['--include=*/', '--include=*.html', '--exclude=*', '--prune-empty-dirs'];
        const { code, words } = await rsync(['-rtHz', ...onlyDocuments, `${place}/documents/`, `${folder}/`]);
        if (code === MISSING) return;
        throwOnFailure(code, words, place);
        readDocumentsIn(folder, visit);
      }),
  };

  /** Removes what an rsync pattern matches below a folder. */
  async function remove(folder: string, pattern: string): Promise<void> {
    await withTemporaryFolder(async (empty) => {
      // Not -a, which would give the folder there the rights of the empty one: a web server could not enter it.
      const args = ['-r', '--delete', `--include=${pattern}`, '--exclude=*', `${empty}/`, `${place}/${folder}/`];
      const { code, words } = await rsync(args);
      throwOnFailure(code, words, place);
    });
  }

  /** The live generation stays, and the previous one for requests in progress. */
  async function removeOld(keep: Set<string>): Promise<void> {
    const { code, words, output } = await rsync(['--list-only', `${place}/documents/`]);
    throwOnFailure(code, words, place);
    const generations = [...output.matchAll(/^d\S+ .* (\d+-[\w.]+)$/gm)].map(([, name]) => name!);
    for (const name of outdated(generations, keep)) await remove('documents', `/${name}/***`);
  }
}

function throwOnFailure(code: number, words: string, place: string): void {
  if (code !== 0) throw new Error(`rsync with ${place} failed (${code}): ${words.trim().split('\n')[0] ?? ''}`);
}

function rsync(args: string[]): Promise<{ code: number; words: string; output: string }> {
  return new Promise((resolve, reject) => {
    // A daemon gets many short requests: without TCP_NODELAY each waits 40 ms for an acknowledgement.
    const child = spawn('rsync', ['--timeout=60', '--sockopts=TCP_NODELAY', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, words] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
    child.on('error', (failure: NodeJS.ErrnoException) =>
      reject(
        failure.code === 'ENOENT' ? new Error('rsync is not installed (Debian: apt-get install rsync).') : failure,
      ),
    );
    child.on('close', (code) => resolve({ code: code ?? 1, words, output }));
  });
}

async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'twostroke-push-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
