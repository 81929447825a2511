import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn } from '../files-in.ts';
import { headersFile } from './headers-file.ts';
import { isCompressedForm } from '../../site/documents/compression-dictionary.ts';
import { documentsFolder } from '../../site/export/generations.ts';
import { readDocumentsIn } from '../../site/export/named-releases.ts';
import { folderTarget } from './folder-target.ts';
import { keepsContentOf } from './former-content.ts';
import { noCanaryWith, type Target } from './target.ts';

/**
 * A folder to upload to Cloudflare Pages or Netlify: `public/` holds the documents, the release files and `_headers`,
 * `state/` the input of the next release, which must stay private. These hosts compress themselves.
 * @param backendOrigin origin of the backend, which browsers call directly
 */
export function cdnFolderTarget(folder: string, backendOrigin: string | null): Target {
  const site = join(folder, 'public');
  const state = folderTarget(join(folder, 'state'));
  const open = folderTarget(site);
  /** The folder that holds a path. */
  const of = (path: string) => (/^r(\/|$)/.test(path) ? open : state);
  return {
    ...state,
    list: (path) => of(path).list(path),
    removeFolder: (path) => of(path).removeFolder(path),
    name: folder,
    canaryRejection: noCanaryWith('A CDN'),

    pullFolder: (path, to) => of(path).pullFolder(path, to),

    // Files of previous releases stay: open tabs still request them.
    pushRelease(path, from) {
      if (!path.startsWith('r/')) return state.pushRelease(path, from);
      return Promise.resolve(existsSync(join(site, path)) ? 0 : copyUncompressed(from, join(site, path)));
    },

    async pushDocuments(siteFolder, generation, requireSameRecord) {
      const from = join(documentsFolder(siteFolder), generation, 'stable');
      await requireSameRecord();
      const releaseFile = (folder: string): string | null => readText(join(folder, 'release.json'));
      const isKept = keepsContentOf(releaseFile(from), releaseFile(site));
      const sent = copyUncompressed(from, site);
      writeFileSync(join(site, '_headers'), headersFile(backendOrigin));
      for (const file of filesIn(site))
        if (!file.startsWith('r/') && file !== '_headers' && !existsSync(join(from, file)) && !isKept(file))
          rmSync(join(site, file));
      return sent;
    },

    readDocuments(visit) {
      readDocumentsIn(site, visit);
      return Promise.resolve();
    },
  };
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** @returns how many files were missing or different */
function copyUncompressed(from: string, to: string): number {
  let sent = 0;
  for (const file of filesIn(from)) {
    if (isCompressedForm(file) || file.endsWith('.off')) continue;
    const [text, goal] = [readFileSync(join(from, file)), join(to, file)];
    if (existsSync(goal) && readFileSync(goal).equals(text)) continue;
    mkdirSync(dirname(goal), { recursive: true });
    writeFileSync(goal, text);
    sent += 1;
  }
  return sent;
}
