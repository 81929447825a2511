import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { readManifest } from '@twostroke/shared/tooling/read-manifest.mjs';
import { join } from 'node:path';
import { repository } from '../../release/build/ensure-installed.mjs';

const apps = listApps(repository).filter(({ kind }) => kind === 'remote');

/** Names of all remotes. */
export const remotes = apps.map(({ name }) => name);

/** Tags of a journey that concerns every remote. */
export const everyRemote = remotes.map((name) => `@${name}`);

/** What each remote offers. */
export const manifests = await Promise.all(
  apps.map(({ workspace }) => readManifest(join(repository, workspace, 'src/manifest.ts'))),
);
