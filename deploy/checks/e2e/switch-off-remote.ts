import type { Page } from 'playwright-core';
import type { Registry } from '@twostroke/shared/contracts/registry';

/** A document without a page: browsers render it, for any address. */
const emptyDocument = '/my-profile';

/**
 * Shows this tab the documents of a site whose live record has a remote switched off. The live record itself stays as it is:
 * other journeys are on it.
 * @returns a function that ends it
 */
export async function switchOffRemote(page: Page, url: string, remote: string): Promise<() => Promise<void>> {
  const documents = (address: URL) => address.origin === new URL(url).origin && !/\.\w+$/.test(address.pathname);
  await page.route(documents, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ url: url + emptyDocument });
    const html = (await response.text()).replace(
      /(<script type="application\/json" id="site">)(.*?)(<\/script>)/,
      (_, start: string, json: string, end: string) => {
        const site = JSON.parse(json) as { registry: Registry };
        for (const one of site.registry.remotes) if (one.name === remote) one.disabled = true;
        return start + JSON.stringify(site).replaceAll('<', '\\u003c') + end;
      },
    );
    await route.fulfill({ response, status: 503, body: html });
  });
  return () => page.unroute(documents);
}
