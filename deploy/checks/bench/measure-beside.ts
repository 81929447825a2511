import { launchChromium } from '../e2e/launch-chromium.ts';
import { median, printFigures, type Figure } from './figures.ts';
import { openBenchSite } from './open-bench-site.ts';
import { installLighthouse, makeCertificate } from './lighthouse/start-lighthouse.ts';
import { measuredPages } from './measured-pages.ts';
import { slow4g } from './open-phone.ts';
import { recordLoad } from './record-load.ts';
import { startHttp2Front, trustArgument } from './start-http2-front.ts';

/** Documents and rows that are requested one after the other in each run. */
const REQUESTS = 100;
const MODEL = '/rest/v1/models?select=id,name,engine_cc&id=eq.royal-enfield/classic-350';
const GOAL = '<= 1.10';

/** The times of one figure, in milliseconds: of this checkout and of the other site in the same run. */
type Pairs = [own: number, other: number][];

/**
 * `npm run bench -- beside <address> [--runs 7]`: the times of this checkout beside those of another running site, for
 * example an earlier commit that another folder serves with `npm start -- --port 8081`. Each run measures both in turn,
 * so what else the machine does meets both. A ratio is the median of the ratios of all runs.
 */
export async function measure({
  runs: wanted,
  operand: other,
}: {
  runs: string;
  operand?: string | undefined;
}): Promise<void> {
  const runs = Number(wanted);
  if (!other || !URL.canParse(other))
    throw new Error('Name the address of the other site: -- beside http://127.0.0.1:8081');
  if (!Number.isInteger(runs) || runs < 1) throw new Error('The number of runs must be 1 or more: --runs 7');
  installLighthouse(); // has the library that makes the certificate
  const site = await openBenchSite({ renderAhead: true });
  const certificate = await makeCertificate();
  const sites = [site.url, other.replace(/\/$/, '')] as const;
  const fronts = await Promise.all(sites.map((url) => startHttp2Front(url, certificate)));
  const browser = await launchChromium(trustArgument(certificate));
  const figures: Figure[] = [];
  try {
    for (const [path, name] of measuredPages) {
      const addresses = fronts.map(({ url }) => url + path);
      for (const address of addresses) await recordLoad(browser, address, slow4g); // renders and compresses
      const loads = await measureInTurn(runs, addresses, (address) => recordLoad(browser, address, slow4g));
      for (const [what, read] of [
        ['FCP', 'fcp'],
        ['LCP', 'lcp'],
        ['TBT', 'tbt'],
      ] as const)
        figures.push(
          compare(
            `${name}, slow 4G, processor / 4: ${what}`,
            loads.map(([own, old]) => [own[read], old[read]]),
          ),
        );
    }
    const keys = await Promise.all(sites.map(readPublicKey));
    const reads: [what: string, path: string][] = [
      ['home', '/'],
      ['a REST read', MODEL],
    ];
    for (const [what, path] of reads) {
      const asked = sites.map((url, at) => ({ address: url + path, key: keys[at]! }));
      for (const site of asked) await timeOfRequests(site);
      figures.push(
        compare(`The answer of ${what}, one after the other`, await measureInTurn(runs, asked, timeOfRequests)),
      );
    }
    printFigures('beside', figures);
  } finally {
    await browser.close();
    for (const front of fronts) await front.close();
    await site.stop();
  }
  process.exit(0);
}

/** Measures both sites in each run; the one that was first is second in the next. */
async function measureInTurn<Site, Result>(
  runs: number,
  [own, other]: Site[],
  measureOne: (site: Site) => Promise<Result>,
): Promise<[own: Result, other: Result][]> {
  const pairs: [Result, Result][] = [];
  for (let run = 0; run < runs; run += 1) {
    const ownFirst = run % 2 === 0;
    const first = await measureOne(ownFirst ? own! : other!);
    const second = await measureOne(ownFirst ? other! : own!);
    pairs.push(ownFirst ? [first, second] : [second, first]);
  }
  return pairs;
}

function compare(what: string, pairs: Pairs): Figure {
  const ratio = median(
    pairs.map(([own, other]) => (other === 0 ? (own === 0 ? 1 : Number.POSITIVE_INFINITY) : own / other)),
  );
  const [own, other] = [0, 1].map((side) => median(pairs.map((pair) => pair[side]!)));
  return [what, `${own!.toFixed(1)} beside ${other!.toFixed(1)} ms: ${ratio.toFixed(2)}`, GOAL];
}

/** Milliseconds of one request, the median of many. */
async function timeOfRequests({ address, key }: { address: string; key: string }): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const began = performance.now();
    const answer = await fetch(address, { headers: { apikey: key } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** The key with which browsers read: it stands in each document. */
async function readPublicKey(site: string): Promise<string> {
  const document = await (await fetch(`${site}/`)).text();
  const key = /"backend":\{"url":"[^"]*","key":"([\w.-]+)"/.exec(document)?.[1];
  if (!key) throw new Error(`The document of ${site} names no key of the API.`);
  return key;
}
