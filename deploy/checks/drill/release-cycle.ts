import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RemotePage } from '../e2e/remote-pages.ts';
import { poll } from '../../backend/testing/poll.ts';
import { testsGate } from '../../release/gates/tests.ts';
import { readHistory } from '../../site/record/history.ts';
import { errorBudget } from '../../release/canary/judge-canary.ts';
import { STALE_AFTER_MS } from '../../site/prerender/page-store.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { changedFiles, hashFiles } from '../../release/testing/hash-files.ts';
import type { CheckoutOfOne } from '../../release/testing/checkout-of-one.ts';
import { secondsSince, type DrillRow } from './drill-row.ts';
import { runFaultScenario } from './run-fault-scenario.ts';
import type { DrillSite } from './open-drill-site.ts';
import { releaseTool } from './release-tool.ts';

/** One step of a release, as its team sees it. */
export interface ReleaseStep {
  remote: string;
  step: string;
  seconds: number;
  outcome: string;
  failures: string[];
}

/** The site checks its canary every 30 s. */
const GUARD_TIMEOUT_MS = 60_000;
const VISITS_TIMEOUT_MS = 600_000;
/** So many visitors at once: more would wait for the processor instead of the site. */
const VISITORS = 4;
const VISIT_TIMEOUT_MS = 60_000;

/**
 * A team releases its remote, releases as a canary a version that throws in browsers only (so no gate can find it), and
 * then releases it for all visitors. The site ends the canary automatically; the release is rolled back.
 */
export async function drillReleases(
  site: DrillSite,
  part: RemotePage,
  checkout: CheckoutOfOne,
): Promise<{ steps: ReleaseStep[]; rows: DrillRow[] }> {
  const { remote } = part;
  const { siteFolder } = site;
  const steps: ReleaseStep[] = [];
  const rows: DrillRow[] = [];
  const live = () => readLiveRecord(siteFolder)!;
  const step = async (name: string, args: string[], check: () => string[] = () => []): Promise<void> => {
    const { code, said, seconds } = await releaseTool(site, checkout.folder, ...args);
    const failures = code === 0 ? check() : [said];
    steps.push({ remote, step: name, seconds, outcome: said.split('\n').at(-1) ?? '', failures });
  };

  checkout.edit('package.json', '"version": "1.0.0"', '"version": "1.0.1"');
  await testsGate(checkout.folder, remote); // a team's suite has passed before it releases
  await keepHomePage(site);
  const before = hashFiles(siteFolder);
  await step('release', [remote], () => {
    const own = new RegExp(
      `^(r|private)/${remote}/1\\.0\\.1-|^pages/[^/]+/${remote}-1\\.0\\.1-|^(live\\.json|history)`,
    );
    const foreign = changedFiles(before, hashFiles(siteFolder)).filter((file) => !own.test(file));
    return foreign.map((file) => `it changed ${file}`);
  });
  const good = live().apps[remote]!;

  checkout.edit('package.json', '"version": "1.0.1"', '"version": "1.0.2"');
  checkout.edit(
    `src/pages/${part.page}.tsx`,
    'export function Component() {',
    "export function Component() {\n  if (typeof document !== 'undefined') throw new TypeError('broken on purpose');",
  );
  await testsGate(checkout.folder, remote);
  await step('canary of a broken version', [remote, '--canary', '50']);
  const scenario = { part, where: 'canary', fault: 'throw', moment: 'cold load', harmless: false } as const;
  const met = await runFaultScenario(site, { ...scenario, url: site.url, bucket: 0 });
  const spared = await runFaultScenario(site, {
    ...scenario,
    fault: 'none',
    url: site.url,
    bucket: 99,
    harmless: true,
  });
  const began = Date.now();
  const visits = await visitBrokenCanary(site, part);
  steps.push({ remote, step: 'its visitors', seconds: secondsSince(began), outcome: `${visits} visits`, failures: [] });
  steps.push(await waitForGuard(site, remote));
  rows.push(await met.recover(), await spared.recover());

  await step('release of the broken version', [remote]);
  const all = await runFaultScenario(site, { ...scenario, where: 'release', moment: 'navigation', url: site.url });
  await step('rollback', ['rollback', remote], () => (live().apps[remote] === good ? [] : ['another version is live']));
  const row = await all.recover();
  rows.push({ ...row, recovered: `rollback, ${row.recovered}` });
  return { steps, rows };
}

/**
 * Opens as many visits as the site needs to judge the canary, and some more, because a report may be lost and those of
 * one network address are left out. Stops early when the site has judged. Returns how many it opened.
 */
async function visitBrokenCanary(site: DrillSite, part: RemotePage): Promise<number> {
  let visits = 0;
  let judged = false;
  const end = untilCanaryEnds(site, VISITS_TIMEOUT_MS).then(
    () => (judged = true),
    () => undefined, // the next step reports that it still runs
  );
  const visitor = async (): Promise<void> => {
    const { page, context } = await site.visitWithCart(site.url, part.access, 0);
    while (!judged && visits < errorBudget.minimumVisits + 25) {
      visits += 1;
      const visit = Promise.all([
        // Errors of this page only: reports that the former page sent when it was left do not count.
        page.waitForRequest(
          (request) =>
            request.url().endsWith('/rpc/report_client_events') && request.postData()?.includes('"error"') === true,
          { timeout: VISIT_TIMEOUT_MS },
        ),
        page.goto(site.url + part.path, { waitUntil: 'commit' }),
        page.getByRole('heading', { name: 'This part is not available' }).waitFor({ timeout: VISIT_TIMEOUT_MS }),
      ]);
      visit.catch(() => undefined); // the end aborts it
      await Promise.race([visit, end]);
    }
    await context.close();
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return visits;
}

/** Visits the home page until its stored page stays as it is for a while: an old one is rendered again when it is served. */
async function keepHomePage({ url, siteFolder }: DrillSite): Promise<void> {
  await poll(
    'a new home page',
    async () => {
      await fetch(url);
      const pages = readdirSync(join(siteFolder, 'pages'), { encoding: 'utf8', recursive: true });
      const homes = pages.filter((file) => file.endsWith(`/${encodeURIComponent('/')}.json`));
      const newest = Math.max(0, ...homes.map((file) => statSync(join(siteFolder, 'pages', file)).mtimeMs));
      return Date.now() - newest < STALE_AFTER_MS - VISIT_TIMEOUT_MS;
    },
    2 * VISIT_TIMEOUT_MS,
  );
}

function untilCanaryEnds({ siteFolder }: DrillSite, withinMs: number): Promise<unknown> {
  return poll('the end of the canary', async () => readLiveRecord(siteFolder)?.canary === null, withinMs);
}

async function waitForGuard(site: DrillSite, remote: string): Promise<ReleaseStep> {
  const began = Date.now();
  const step = { remote, step: 'the site ends the canary' };
  try {
    await untilCanaryEnds(site, GUARD_TIMEOUT_MS);
    const seconds = secondsSince(began);
    const told = await poll('the line in the history', async () => {
      const last = readHistory(site.siteFolder).at(-1);
      return last?.record.canary === null && last;
    });
    const failures = told.action === 'auto-rollback' ? [] : [`it was ended by ${told.action}`];
    return { ...step, seconds, outcome: `${told.action} by ${told.by}`, failures };
  } catch (failure) {
    return { ...step, seconds: secondsSince(began), outcome: 'the canary continues', failures: [String(failure)] };
  }
}
