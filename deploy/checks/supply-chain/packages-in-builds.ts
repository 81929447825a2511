import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { bundledPackages, type BundledPackages } from '../../release/build/bill-of-materials.ts';
import { repository } from '../../release/build/ensure-installed.mjs';

/** The npm packages in both builds of an app; undefined when it is not built. */
export function packagesInBuilds(workspace: string): BundledPackages | undefined {
  const files = ['dist', 'dist-node'].map((build) => join(repository, workspace, build, 'bundled-packages.json'));
  if (!files.every(existsSync)) return undefined;
  return files.flatMap((file) => v.parse(bundledPackages, JSON.parse(readFileSync(file, 'utf8'))));
}
