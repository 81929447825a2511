import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveRecord } from '../../../site/record/live-record.ts';
import { renderSmallSite, type SmallSite } from '../../../site/testing/small-site.ts';
import { pushSite } from '../push-site.ts';
import type { Target } from '../target.ts';

/** A site folder with rendered documents and a record that names them. */
export async function flip(site: SmallSite, changes: Partial<LiveRecord>): Promise<LiveRecord> {
  const record = await renderSmallSite(site, changes);
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(record));
  return record;
}

/** Eight versions that were live one after the other, and documents of one of them that no record names any more. */
export async function leaveGarbage(target: Target, site: SmallSite): Promise<void> {
  const versions = Array.from({ length: 8 }, (_, at) => `0.${at}.0`);
  const record = { ...site.record, sequence: 20 };
  versions.forEach((version) => site.addVersion(version));
  const entries = [...versions, '1.0.0'].map((version) => {
    const { flippedAt, apps } = record;
    const entry = { at: flippedAt, by: 'a test', action: 'release', app: 'catalog', commit: null, from: null };
    return JSON.stringify({
      ...entry,
      to: version,
      seconds: 1,
      record: { ...record, apps: { ...apps, catalog: version } },
    });
  });
  writeFileSync(join(site.folder, 'history.jsonl'), `${entries.join('\n')}\n`);
  site.addVersion('0.8.0'); // never live
  for (const version of [...versions, '0.8.0'])
    for (const path of [`r/catalog/${version}`, `private/catalog/${version}`])
      await target.pushRelease(path, join(site.folder, path));
  await flip(site, { sequence: 20, apps: { ...record.apps, catalog: '0.1.0' } });
  await pushSite(target, site.folder);
  await target.writeText('live.json', JSON.stringify(record)); // as after an interrupted flip
  await target.writeText('documents/1-1a2b3c4d/stable/index.html', 'of an interrupted push');
  for (const foreign of ['private/notes/2026/read-me.txt', 'private/catalog/read-me.txt'])
    await target.writeText(foreign, 'not of this tool');
}
