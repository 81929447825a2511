import { readdirSync } from 'node:fs';
import { publicFolder } from '../../site/record/release-record.ts';
import type { Candidate } from '../../site/record/fit/candidate.ts';

/**
 * Requires that documents or the shell load every style sheet of a release with its integrity. A sheet that only the
 * bundler's runtime knows is loaded without integrity and without a timeout.
 */
export function checkedStylesGate({ release, siteFolder }: Candidate): string[] {
  const { app, version, shell, remote } = release;
  const parts = remote ? [...Object.values(remote.pages), ...Object.values(remote.slots)] : [];
  const checked = new Set([...(shell?.css ?? []), ...parts.flatMap(({ css }) => css.map(({ href }) => href))]);
  const unchecked = readdirSync(publicFolder(siteFolder, app, version), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !checked.has(`/r/${app}/${version}/${file}`),
  );
  if (unchecked.length === 0) return [];
  return [
    `No page or slot of ${app} names ${unchecked.join(', ')}, so browsers would load it without its integrity. Build it with the current @twostroke/shared; in the shell, put its styles into the main sheet.`,
  ];
}
