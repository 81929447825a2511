import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeByRename } from '../../site/record/live-record.ts';
import { documentsFolder, liveGeneration, switchGeneration } from '../../site/export/generations.ts';
import { companions } from './push-site.ts';

/**
 * Remembers what is live in a site folder: record, history, documents.
 * @returns restores it
 */
export function saveState(siteFolder: string): () => void {
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
