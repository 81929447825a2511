import { launchChromium } from '../e2e/launch-chromium.ts';
import { waitForHydration } from '../e2e/wait-for-hydration.ts';
import { watch } from '../e2e/watch.ts';
import { compressBrotli } from '../../site/documents/compress-files.ts';
import { makeLive } from '../../release/testing/make-live.ts';
import { buildSyntheticRemote, syntheticNames } from '../../release/testing/synthetic-remote.ts';
import { printFigures, type Figure } from './figures.ts';
import { openBenchSite } from './open-bench-site.ts';
import { measurePageBytes } from './measure-page-bytes.ts';

const ADDED = 36;

/** `npm run bench -- remotes`: the size and speed of the home page with 4 registered remotes and with 40. */
export async function measure(): Promise<void> {
  const site = await openBenchSite();
  const remote = await buildSyntheticRemote();
  const browser = await launchChromium();
  try {
    const homeOf = async () => {
      const html = compressBrotli(Buffer.from(await (await fetch(site.url)).arrayBuffer())).length;
      return { html, ...(await measurePageBytes(browser, site.url, '/')) };
    };
    const few = await homeOf();
    const added = syntheticNames(ADDED).map((name) => remote.publish(site.siteFolder, name));
    const files = added.reduce(
      (sum, { integrity, remote: offer }) =>
        sum + Object.keys(integrity).length + Object.values(offer!.pages).reduce((all, { css }) => all + css.length, 0),
      0,
    );
    const began = Date.now();
    await makeLive(site, { apps: Object.fromEntries(added.map((one) => [one.app, one.version])) });
    const flipped = Date.now() - began;
    const many = await homeOf();
    const context = await browser.newContext();
    const { complaints } = watch(context);
    const page = await context.newPage();
    const last = added.at(-1)!.app;
    await page.goto(`${site.url}/${last}`);
    await waitForHydration(page);
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    const opened = title === `A page of ${last}` && complaints.length === 0;
    const foreign = many.scripts.filter((script) => script.includes('/synthetic'));
    const figures: Figure[] = [
      ...[few, many].flatMap((home, at): Figure[] => [
        [`JavaScript of home until interactive, ${at === 0 ? 4 : 4 + ADDED} remotes`, bytes(home.scriptBytes), ''],
        [`Requests, ${at === 0 ? 4 : 4 + ADDED} remotes`, String(home.requests), ''],
        [`HTML of home, ${at === 0 ? 4 : 4 + ADDED} remotes`, bytes(home.html), ''],
      ]),
      ['JavaScript more', bytes(many.scriptBytes - few.scriptBytes), '0 B'],
      ['Files of the added remotes that home downloads', String(foreign.length), '0'],
      [`HTML for each of ${files} added files`, `${((many.html - few.html) / files).toFixed(1)} B`, '<= 60 B'],
      ['Flip of all of them, until the site serves it', `${(flipped / 1000).toFixed(2)} s`, ''],
      [`Page of ${last} opens`, opened ? 'yes' : 'no', 'yes'],
    ];
    printFigures('remotes', figures);
  } finally {
    remote.remove();
    await browser.close();
    await site.stop();
  }
  process.exit(0);
}

function bytes(count: number): string {
  return `${count.toLocaleString('en-IN')} B`;
}
