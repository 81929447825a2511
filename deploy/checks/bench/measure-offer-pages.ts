/** Milliseconds of requests for a page of one model and one package. */
export interface OfferTimes {
  p50: number;
  p95: number;
}

/**
 * Requests pages of one model and one package from the Node server, one after the other, as a browser does: first pages
 * that were never requested, which it renders and caches, then the same ones again.
 * @param url a site whose pages are not prerendered
 * @param count of the very many pages, spread evenly
 * @param seen paths that were requested already
 */
export async function measureOfferPages(
  url: string,
  count: number,
  seen: readonly string[],
): Promise<{ first: OfferTimes; again: OfferTimes; all: number }> {
  const siteMap = await (await fetch(`${url}/sitemap.xml`)).text();
  const offers = [...siteMap.matchAll(/<loc>[^<]*?(\/services\/(?!category\/)[^/<]+\/[^/<]+\/[^/<]+)<\/loc>/g)]
    .map(([, path]) => path!)
    .filter((path) => !seen.includes(path));
  if (offers.length < count) throw new Error(`The site map lists ${offers.length} pages of a model and a package.`);
  const paths = Array.from({ length: count }, (_, at) => offers[Math.floor((at * offers.length) / count)]!);
  return { first: await timesOf(url, paths), again: await timesOf(url, paths), all: offers.length };
}

async function timesOf(url: string, paths: string[]): Promise<OfferTimes> {
  const times: number[] = [];
  for (const path of paths) {
    const began = performance.now();
    const answer = await fetch(url + path, { headers: { 'Accept-Encoding': 'br' } });
    const html = await answer.text();
    times.push(performance.now() - began);
    if (!answer.ok || !html.includes('<div id="root"><'))
      throw new Error(`${path} answered ${answer.status}, or empty.`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)]!;
  return { p50: at(0.5), p95: at(0.95) };
}
