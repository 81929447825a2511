import type { RemotePage } from '../e2e/remote-pages.ts';
import type { CheckoutOfOne } from '../release/testing/checkout-of-one.ts';
import type { DrillSite } from './open-drill-site.ts';
import type { ReleaseStep } from './release-cycle.ts';
import { releaseTool } from './release-tool.ts';

/**
 * What must never become live: a page at an address that another remote owns, and a need for a version of what is
 * shared that the live shell does not bring. Both are refused with what to do, and no visitor notices.
 */
export async function drillRefusals(
  site: DrillSite,
  part: RemotePage,
  checkout: CheckoutOfOne,
): Promise<ReleaseStep[]> {
  const steps: ReleaseStep[] = [];
  const refuse = async (step: string, expected: RegExp): Promise<void> => {
    const before = await whatVisitorsGet(site);
    const { code, said, seconds } = await releaseTool(site, checkout.folder, part.remote);
    const sentence = said.split('\n').find((line) => expected.test(line));
    const failures = [
      ...(code === 1 ? [] : ['it was not refused']),
      ...(sentence ? [] : [`it said: ${said}`]),
      ...((await whatVisitorsGet(site)) === before ? [] : ['the live site changed']),
    ];
    steps.push({ remote: part.remote, step, seconds, outcome: `refused: ${sentence ?? said}`, failures });
  };
  const foreign = part.remote === 'catalog' ? '/book-service' : '/faq';
  checkout.edit('src/manifest.ts', `path: '${part.path}'`, `path: '${foreign}'`);
  await refuse('duplicate route', new RegExp(`^${foreign} is owned by .* Choose another`));
  checkout.edit('src/manifest.ts', `path: '${foreign}'`, `path: '${part.path}'`);

  checkout.edit('../shared/package.json', '"version": "1.0.0"', '"version": "2.0.0"');
  await refuse('incompatible shared range', /needs @twostroke\/shared\/\w+ \^2\.0\.0; .* or release the shell first/);
  checkout.edit('../shared/package.json', '"version": "2.0.0"', '"version": "1.0.0"');
  return steps;
}

/** The documents of one page of each kind, word for word. */
async function whatVisitorsGet({ url }: DrillSite): Promise<string> {
  const documents = ['/faq', '/book-service', '/auth', '/admin', '/release.json'].map(async (path) =>
    (await fetch(url + path)).text(),
  );
  return (await Promise.all(documents)).join('\n');
}
