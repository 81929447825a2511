import { workspaceOf } from '@twostroke/shared/tooling/list-apps.mjs';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buildApps } from '../build/build-apps.mjs';
import { repository } from '../build/ensure-installed.mjs';
import { publishRelease } from '../build/publish-release.ts';
import type { ReleaseRecord } from '../../site/record/release-record.ts';
import { linkPackages } from './checkout-of-one.ts';

export interface SyntheticRemote {
  /**
   * Publishes the build under a name of the same length, with a route `/<name>` of its own; nothing becomes live.
   * @param name default: the name it was built under
   */
  publish(siteFolder: string, name?: string): ReleaseRecord;
  remove(): void;
}

/** Built under a unique name, so that it can be replaced in the built files. */
const BUILT_AS = 'synthetic00';

/** A page with its own style sheet, as small as pages get. */
const smallPage = `import styles from './start.module.css';

export function Component() {
  return <h1 className={styles.sign}>A page of ${BUILT_AS}</h1>;
}
`;

/** Builds a real remote with one public page, with the build settings of all remotes. Its styles are a CSS Module. */
export async function buildSyntheticRemote(
  page = smallPage,
  styles = '.sign { color: var(--ink); }\n',
): Promise<SyntheticRemote> {
  const checkout = mkdtempSync(join(tmpdir(), 'twostroke-synthetic-'));
  const workspace = workspaceOf(BUILT_AS);
  cpSync(join(repository, 'package.json'), join(checkout, 'package.json'));
  cpSync(join(repository, 'shared'), join(checkout, 'shared'), {
    recursive: true,
    filter: (file) => basename(file) !== 'node_modules' && !/\.test\.tsx?$/.test(file),
  });
  const files = {
    'package.json': JSON.stringify({ name: workspace, version: '1.0.0', type: 'module' }),
    'rspack.config.mjs': `import { defineRemote } from '@twostroke/shared/tooling/define-remote.mjs';\nexport default defineRemote({ name: '${BUILT_AS}', root: new URL('.', import.meta.url) });\n`,
    'src/manifest.ts': `export default { contract: 1, name: '${BUILT_AS}', routes: [{ page: 'start', path: '/${BUILT_AS}', access: 'public', prerender: 'static' }], slots: [] };\n`,
    'src/pages/start.tsx': page,
    'src/pages/start.module.css': styles,
  };
  for (const [file, text] of Object.entries(files)) write(join(checkout, workspace, file), text);
  linkPackages(checkout);
  await buildApps({ checkout, only: [workspace] });
  return {
    publish(siteFolder, name = BUILT_AS) {
      const renamed = mkdtempSync(join(tmpdir(), 'twostroke-renamed-'));
      const rename = renaming(name, join(checkout, workspace, 'dist'));
      try {
        for (const part of ['package.json', 'dist', 'dist-node'])
          copyRenamed(join(checkout, workspace, part), join(renamed, workspaceOf(name), part), rename);
        return publishRelease(name, { repository: renamed, siteFolder });
      } finally {
        rmSync(renamed, { recursive: true });
      }
    },
    remove: () => rmSync(checkout, { recursive: true }),
  };
}

function copyRenamed(from: string, to: string, rename: (text: string) => string): void {
  if (statSync(from).isDirectory())
    for (const entry of readdirSync(from)) copyRenamed(join(from, entry), join(to, rename(entry)), rename);
  else {
    // A chunk without the name would be the same for all remotes, and so would its integrity.
    const mark = to.endsWith('.js') ? `/*${rename(BUILT_AS)}*/` : '';
    write(to, mark + rename(readFileSync(from, 'utf8')));
  }
}

/** Changes the hashes in the names of built files and in all references to them, as for files of another remote. */
function renaming(name: string, build: string): (text: string) => string {
  const hashes = readdirSync(build, { recursive: true, encoding: 'utf8' }).flatMap(
    (file) => /\.([0-9a-f]{8})\.(?:js|css)$/.exec(file)?.[1] ?? [],
  );
  const hashFor = (hash: string) =>
    createHash('sha256')
      .update(name + hash)
      .digest('hex')
      .slice(0, 8);
  return (text) => hashes.reduce((all, hash) => all.replaceAll(hash, hashFor(hash)), text.replaceAll(BUILT_AS, name));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Names to publish a build under. */
export function syntheticNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `synthetic${String(at + 1).padStart(2, '0')}`);
}
