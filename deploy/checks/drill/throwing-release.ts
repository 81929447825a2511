import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemotePage } from '../e2e/remote-pages.ts';
import { makeLive } from '../../release/testing/make-live.ts';
import { publishAgain } from '../../release/testing/publish-again.ts';
import type { DrillRow } from './drill-row.ts';
import { moments, type FileKind } from './file-faults.ts';
import { runFaultScenario } from './run-fault-scenario.ts';
import type { DrillSite } from './open-drill-site.ts';
import { releaseTool } from './release-tool.ts';

let published = 0;

/**
 * Releases a version with a file that throws when it runs. Its hash is right: integrity protects from altered files,
 * not from a team's own mistakes. Visitors open the page, the release is rolled back, and they retry.
 */
export async function drillThrowingFile(site: DrillSite, part: RemotePage, kind: FileKind): Promise<DrillRow[]> {
  const { version } = publishAgain(site.siteFolder, part.remote, `6.0.${(published += 1)}`, (build) => {
    for (const file of builtFiles(build, part, kind)) {
      const path = join(build, file);
      writeFileSync(path, `throw new TypeError('broken on purpose');\n${readFileSync(path, 'utf8')}`);
    }
  });
  await makeLive(site, { apps: { [part.remote]: version } });
  const scenario = { part, where: kind, fault: 'throw', url: site.url, harmless: false };
  const met = await Promise.all(moments.map((moment) => runFaultScenario(site, { ...scenario, moment })));
  const { code, said } = await releaseTool(site, site.siteFolder, 'rollback', part.remote);
  const failures = code === 0 ? [] : [`the rollback was rejected: ${said}`];
  const rows = await Promise.all(met.map(({ recover }) => recover()));
  return rows.map((row) => ({
    ...row,
    recovered: `rollback, ${row.recovered}`,
    failures: [...failures, ...row.failures],
  }));
}

/** A page's files of one kind, as the build names them. */
function builtFiles(build: string, { page }: RemotePage, kind: FileKind): string[] {
  const parts = JSON.parse(readFileSync(join(build, 'parts.json'), 'utf8')) as {
    pages: Record<string, { js: string[] }>;
  };
  const [exposed, ...chunks] = parts.pages[page]!.js;
  if (kind === 'remote entry') return readdirSync(build).filter((file) => /^remoteEntry\.[^.]+\.js$/.test(file));
  return kind === 'exposed module' ? [exposed!] : chunks;
}
