import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeByRename } from '../live-record.ts';
import { documentsFolder, liveGeneration, switchGeneration } from '../static/generations.ts';
import { companions } from './push-site.ts';

/**
 * Remembers what a site folder says is live: record, history, documents.
 * @returns puts that back
 */
export function keepState(siteFolder: string): () => void {
  const texts = ['live.json', ...companions].map((name) => {
    const file = join(siteFolder, name);
    return { file, text: existsSync(file) ? readFileSync(file, 'utf8') : null };
  });
  const generation = liveGeneration(siteFolder);
  return () => {
    for (const { file, text } of texts)
      if (text === null) rmSync(file, { force: true });
      else writeByRename(file, text);
    if (generation && existsSync(join(documentsFolder(siteFolder), generation)))
      switchGeneration(siteFolder, generation);
    else rmSync(join(documentsFolder(siteFolder), 'live'), { force: true });
  };
}
