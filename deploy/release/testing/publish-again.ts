import { workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../build/ensure-installed.mjs';
import { publishRelease } from '../build/publish-release.ts';
import type { ReleaseRecord } from '../../site/record/release-record.ts';

/**
 * Publishes the build of an app again under another version, as if its team had released; nothing becomes live.
 * @param alter changes the browser build's folder before that
 * @param options compress: whether to write compressed forms of files, as a release does; it takes seconds
 */
export function publishAgain(
  siteFolder: string,
  app: string,
  version: string,
  alter: (build: string) => void = () => undefined,
  { compress = false } = {},
): ReleaseRecord {
  const checkout = mkdtempSync(join(tmpdir(), 'twostroke-again-'));
  try {
    const workspace = workspaceOf(app);
    mkdirSync(join(checkout, workspace));
    for (const build of ['dist', 'dist-node'])
      cpSync(join(repository, workspace, build), join(checkout, workspace, build), { recursive: true });
    alter(join(checkout, workspace, 'dist'));
    const facts = JSON.parse(readFileSync(join(repository, workspace, 'package.json'), 'utf8')) as object;
    writeFileSync(join(checkout, workspace, 'package.json'), JSON.stringify({ ...facts, version }));
    return publishRelease(app, { repository: checkout, siteFolder, compress });
  } finally {
    rmSync(checkout, { recursive: true });
  }
}
