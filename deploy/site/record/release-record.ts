import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseReleaseRecord, type ReleaseRecord } from './release-record-schema.ts';

export type { PartFiles, ReleaseRecord, RemoteOffer, ShellOffer } from './release-record-schema.ts';

/** Public folder of a release, which never changes. */
export function publicFolder(siteFolder: string, app: string, version: string): string {
  return join(siteFolder, 'r', app, version);
}

/** Folder of a release that is never served: its record and its Node build. */
export function privateFolder(siteFolder: string, app: string, version: string): string {
  return join(siteFolder, 'private', app, version);
}

/** The module of a release's Node build that a renderer imports; null for development builds, which have none. */
export function nodeEntry(siteFolder: string, app: string, version: string): string | null {
  const file = app === 'shell' ? 'server.mjs' : 'remoteEntry.mjs';
  const path = join(privateFolder(siteFolder, app, version), 'node', file);
  return existsSync(path) ? path : null;
}

/** @throws Error when there is no such release in the site folder, or when its record is damaged */
export function readRelease(siteFolder: string, app: string, version: string): ReleaseRecord {
  const file = join(privateFolder(siteFolder, app, version), 'release.json');
  if (!existsSync(file)) throw new Error(`There is no release ${version} of ${app}.`);
  try {
    const record = parseReleaseRecord(readFileSync(file, 'utf8'));
    if (record.app === app && record.version === version) return record;
    throw new Error(`it describes ${record.app} ${record.version}.`);
  } catch (failure) {
    throw new Error(`${file} is not a release: ${(failure as Error).message}`, { cause: failure });
  }
}
