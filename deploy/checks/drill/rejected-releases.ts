import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { remotePages, type RemotePage } from '../e2e/remote-pages.ts';
import type { CheckoutOfOne } from '../../release/testing/checkout-of-one.ts';
import type { DrillSite } from './open-drill-site.ts';
import type { ReleaseStep } from './release-cycle.ts';
import { releaseTool } from './release-tool.ts';

/**
 * Releases that must never become live: a page at an address that another remote owns, and a shared module in a version
 * that the live shell does not provide. Both are rejected with instructions, and no visitor notices.
 */
export async function drillRejections(
  site: DrillSite,
  part: RemotePage,
  checkout: CheckoutOfOne,
): Promise<ReleaseStep[]> {
  const steps: ReleaseStep[] = [];
  const expectRejection = async (step: string, expected: RegExp): Promise<void> => {
    const before = await whatVisitorsGet(site);
    const { code, said, seconds } = await releaseTool(site, checkout.folder, part.remote);
    const sentence = said.split('\n').find((line) => expected.test(line));
    const failures = [
      ...(code === 1 ? [] : ['it was not rejected']),
      ...(sentence ? [] : [`it said: ${said}`]),
      ...((await whatVisitorsGet(site)) === before ? [] : ['the live site changed']),
    ];
    steps.push({ remote: part.remote, step, seconds, outcome: `rejected: ${sentence ?? said}`, failures });
  };
  const foreign = part.other;
  checkout.edit('src/manifest.ts', `path: '${part.path}'`, `path: '${foreign}'`);
  await expectRejection('duplicate route', new RegExp(`^${foreign} is owned by .* Choose another`));
  checkout.edit('src/manifest.ts', `path: '${foreign}'`, `path: '${part.path}'`);

  checkout.edit('../shared/package.json', '"version": "1.0.0"', '"version": "2.0.0"');
  await expectRejection(
    'incompatible shared range',
    /needs @twostroke\/shared\/\w+ \^2\.0\.0; .* or release the shell first/,
  );
  checkout.edit('../shared/package.json', '"version": "2.0.0"', '"version": "1.0.0"');
  return steps;
}

/**
 * The exact documents of one page of each remote, but for when their pages were rendered: the site renders a page anew
 * when it serves one that is older than five minutes.
 */
async function whatVisitorsGet({ url }: DrillSite): Promise<string> {
  const paths = [...remotePages.map(({ path }) => path), '/release.json'];
  const documents = await Promise.all(paths.map((path) => readAlone(url + path)));
  return documents.join('\n').replaceAll(/"renderedAt":"[^"]*"/g, '');
}

/**
 * A connection of its own. The site is served by this process, which a release keeps busy: connections that fetch has
 * left open may have ended unnoticed.
 */
function readAlone(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(address, { agent: false }, (answer) => resolve(text(answer))).on('error', reject);
  });
}
