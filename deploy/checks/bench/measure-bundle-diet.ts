import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApps } from '../../release/build/build-apps.mjs';
import { repository } from '../../release/build/ensure-installed.mjs';
import { publishRelease } from '../../release/build/publish-release.ts';
import { createSizes, pageScripts, sumOf } from '../../release/gates/bundle-budget.ts';
import { printFigures, type Figure } from './figures.ts';

const variable = 'TWOSTROKE_BUNDLE_DIET';

/**
 * `npm run bench -- diet`: the JavaScript that each page needs until it is interactive (brotli 11), built with
 * untouched libraries and with the bundle diet, and the difference.
 */
export async function measure(): Promise<void> {
  const siteFolder = mkdtempSync(join(tmpdir(), 'twostroke-bench-'));
  const setting = process.env[variable];
  try {
    const untouched = await pageSizes(siteFolder, 'off');
    const lean = await pageSizes(siteFolder, 'on'); // last, so that the build folders keep the usual builds
    const rows = [...untouched].map(([page, before]): Figure => {
      const after = lean.get(page)!;
      return [page, `${kB(before)} -> ${kB(after)} kB`, `${kB(before - after)} kB saved`];
    });
    printFigures('diet', rows);
  } finally {
    if (setting === undefined) delete process.env[variable];
    else process.env[variable] = setting;
    rmSync(siteFolder, { recursive: true, force: true });
  }
}

/** Builds all apps and returns the bytes of each page by its path. */
async function pageSizes(siteFolder: string, diet: 'on' | 'off'): Promise<Map<string, number>> {
  process.env[variable] = diet;
  await buildApps();
  const releases = listApps(repository).map(({ name }) => publishRelease(name, { repository, siteFolder }));
  const shell = releases.find((release) => release.shell)!;
  const sizeOf = createSizes(siteFolder);
  return new Map(
    releases
      .filter(({ remote }) => remote)
      .flatMap((owner) =>
        owner.remote!.manifest.routes.map(({ page, path }): [string, number] => [
          `${owner.app}: ${path}`,
          sumOf(pageScripts(shell, owner, page), sizeOf),
        ]),
      ),
  );
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
