import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteManifest } from '@twostroke/shared/contracts/manifest';
import type { LiveRecord } from '../record/live-record.ts';
import { privateFolder, publicFolder, type ReleaseRecord } from '../record/release-record.ts';

/** Integrity of the empty files that stand for builds. */
export const emptyFile = `sha256-${createHash('sha256').update('').digest('base64')}`;

const temporary: string[] = [];
process.once('exit', () => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

/** An empty site folder, removed when the process ends. */
export function newSiteFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'twostroke-release-'));
  temporary.push(parent);
  const folder = join(parent, 'site');
  mkdirSync(folder);
  return folder;
}

/** The record of a shell that provides what remotes need, with changes. */
export function shellRelease(changes: Partial<ReleaseRecord> = {}): ReleaseRecord {
  const version = changes.version ?? '1.0.0';
  return {
    schema: 1,
    app: 'shell',
    version,
    commit: null,
    runtimeApis: [1],
    federationVersion: '2.9.2',
    shares: { react: '19.3.1', jotai: '3.0.1', '@twostroke/shared/state': '1.0.0' },
    integrity: { [`/r/shell/${version}/main.js`]: emptyFile },
    shell: {
      js: [`/r/shell/${version}/main.js`],
      css: [`/r/shell/${version}/main.css`],
      fontPreload: null,
      icon: null,
    },
    ...changes,
  };
}

/** The record of a remote with one page and no slot, with changes. */
export function remoteRelease(
  app: string,
  changes: Partial<ReleaseRecord> = {},
  manifest: Partial<RemoteManifest> = {},
): ReleaseRecord {
  const version = changes.version ?? '1.0.0';
  const base = `/r/${app}/${version}`;
  const entry = `${base}/remoteEntry.js`;
  const files = (name: string) => ({
    js: [entry, `${base}/${name}.js`].map((href) => ({ href, integrity: emptyFile })),
    css: [{ href: `${base}/${name}.css`, integrity: emptyFile, key: `${app}:chunk-1` }],
  });
  const offer: RemoteManifest = {
    contract: 1,
    name: app,
    routes: [{ page: 'start', path: `/${app}`, access: 'public', prerender: 'never' }],
    slots: [],
    ...manifest,
  };
  const parts = [...offer.routes.map(({ page }) => page), ...offer.slots.map(({ name }) => name)];
  const scripts = [entry, ...parts.map((name) => `${base}/${name}.js`)];
  return {
    schema: 1,
    app,
    version,
    commit: null,
    runtimeApis: [1],
    federationVersion: '2.9.2',
    shares: { react: '^19.3.1', '@twostroke/shared/state': '^1.0.0' },
    integrity: Object.fromEntries(scripts.map((href) => [href, emptyFile])),
    remote: {
      manifest: offer,
      entry,
      pages: Object.fromEntries(offer.routes.map(({ page }) => [page, files(page)])),
      slots: Object.fromEntries(offer.slots.map(({ name }) => [name, files(name)])),
    },
    ...changes,
  };
}

/** Puts releases into a site folder as publishing does, with small files instead of builds. */
export function addReleases(siteFolder: string, ...releases: ReleaseRecord[]): void {
  for (const release of releases) {
    const home = privateFolder(siteFolder, release.app, release.version);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'release.json'), JSON.stringify(release));
    mkdirSync(publicFolder(siteFolder, release.app, release.version), { recursive: true });
    const parts = release.remote ? Object.values({ ...release.remote.pages, ...release.remote.slots }) : [];
    for (const { href } of parts.flatMap(({ js, css }) => [...js, ...css])) writeFileSync(join(siteFolder, href), '');
    for (const href of [...(release.shell?.js ?? []), ...(release.shell?.css ?? [])])
      writeFileSync(join(siteFolder, href), '');
  }
}

export function liveRecord(changes: Partial<LiveRecord> = {}): LiveRecord {
  return {
    schema: 2,
    sequence: 1,
    apps: { shell: '1.0.0', catalog: '1.0.0', cart: '1.0.0' },
    canary: null,
    disabled: [],
    flippedAt: '2026-11-21T09:00:00.000Z',
    flippedBy: 'a test',
    ...changes,
  };
}

/** A site folder where the shell, catalog and cart are live in version 1.0.0. */
export function smallSite(changes: Partial<LiveRecord> = {}): string {
  const siteFolder = newSiteFolder();
  addReleases(siteFolder, shellRelease(), remoteRelease('catalog'), remoteRelease('cart'));
  writeFileSync(join(siteFolder, 'live.json'), JSON.stringify(liveRecord(changes)));
  return siteFolder;
}
