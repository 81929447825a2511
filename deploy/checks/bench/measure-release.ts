import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../release/build/ensure-installed.mjs';
import { testsGate } from '../../release/gates/tests.ts';
import { checkoutOf, checkoutOfOne } from '../../release/testing/checkout-of-one.ts';
import { changedFiles, hashFiles } from '../../release/testing/hash-files.ts';
import { printFigures, type Figure } from './figures.ts';
import { openBenchSite } from './open-bench-site.ts';

/**
 * `npm run bench -- release`: a release of the catalog from a changed source to the live page, a rollback, and a
 * release of the shell, which renders all core pages. The suites have passed before, as for a team that has just run
 * them. One more release includes the catalog's suite, which passed for the sources before the change only.
 */
export async function measure(): Promise<void> {
  const site = await openBenchSite();
  const { siteFolder } = site;
  const checkouts = ['catalog', 'shell'].map((app) => ({ app, ...checkoutOfOne(app) }));
  const [catalog, shell] = checkouts;
  const tested = { app: 'catalog', ...checkoutOf(['catalog'], { tests: true }) };
  try {
    const figures: Figure[] = [];
    await fetch(site.url); // the first document records the version of the content
    const before = hashFiles(siteFolder);
    const released = await release(catalog!, siteFolder);
    const foreign = changedFiles(before, hashFiles(siteFolder)).filter(
      (file) => !/^(r|private)\/catalog\/|^pages\/[^/]+\/catalog-|^(live\.json|history\.jsonl)/.test(file),
    );
    figures.push(
      ['catalog: changed source to live page, as a command', `${released.seconds} s`, '<= 10 s'],
      ['catalog: pages rendered in it', released.rendered, ''],
      ['Files outside of the released app that changed', String(foreign.length), '0'],
    );
    const back = await command(catalog!.folder, 'rollback', 'catalog', '--site', siteFolder);
    figures.push(['catalog: rollback to live page, as a command', `${back.seconds} s`, '<= 1 s']);
    await requireGreen(tested);
    tested.edit('catalog-mfe/package.json', '"version": "1.0.0"', '"version": "1.0.2"');
    const { seconds } = await command(tested.folder, 'catalog', '--site', siteFolder);
    figures.push(['catalog: changed source to live page, its suite included', `${seconds} s`, '<= 10 s']);
    const around = await release(shell!, siteFolder);
    figures.push(
      ['shell: changed source to live page', `${around.seconds} s`, ''],
      ['shell: all core pages rendered', around.rendered, ''],
    );
    printFigures('release', figures);
  } finally {
    await site.stop();
    for (const { folder } of [...checkouts, tested]) rmSync(folder, { recursive: true, force: true });
  }
  process.exit(0);
}

async function release({ app, folder, edit }: ReturnType<typeof checkoutOfOne> & { app: string }, siteFolder: string) {
  edit('package.json', '"version": "1.0.0"', '"version": "1.0.1"');
  await requireGreen({ app, folder });
  const { seconds, output } = await command(folder, app, '--site', siteFolder);
  const [, pages = '0', took = '0'] = /Rendered (\d+) pages? in ([\d.]+) s/.exec(output) ?? [];
  const each = ((Number(took) * 1000) / Number(pages)).toFixed(0);
  return { seconds, rendered: `${pages} in ${took} s, ${each} ms each` };
}

async function requireGreen({ app, folder }: { app: string; folder: string }): Promise<void> {
  const rejections = await testsGate(folder, app);
  if (rejections.length > 0) throw new Error(rejections.join('\n'));
}

/** Runs the release tool in its own process, as a team does: its start time counts. */
function command(folder: string, ...args: string[]): Promise<{ seconds: string; output: string }> {
  const began = Date.now();
  return new Promise((resolve, reject) => {
    const tool = join(repository, 'deploy/commands/release.mjs');
    const child = spawn(process.execPath, [tool, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ seconds: ((Date.now() - began) / 1000).toFixed(1), output });
      else reject(new Error(`release ${args.join(' ')} was rejected:\n${output}`));
    });
  });
}
