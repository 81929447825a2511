import type { RegistryRemote } from '@twostroke/shared/contracts/registry';
import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from 'web-vitals';
import { attributeError, releaseOf, releasesIn, type AppRelease } from './attribute-error.ts';
import { describeError } from './describe-error.ts';
import { appOfRoute, followRoutes, type Matches, type SiteRouter } from './follow-routes.ts';
import type { RecordedError } from './recorded-error.ts';
import { readOrigin } from './read-origin.ts';
import { ReportQueue, type ClientEvent } from './report-queue.ts';
import { ReportSender } from './send-reports.ts';

/** Repeated failures of one page carry no new information. */
const ERRORS_PER_PAGE = 10;

/**
 * Reports this page load: the apps that took part, page speed, errors. Nothing at all where the sample rate is 0:
 * testers of a preview are not visitors.
 * @param remotes the live remotes
 * @param landing the page that was shown first
 * @param noted the errors so far; `recordError` adds more
 * @returns call it when there is more in `noted`
 */
export function reportClient(
  router: SiteRouter,
  remotes: readonly RegistryRemote[],
  landing: Matches | undefined,
  noted: RecordedError[],
): () => void {
  const shell = releasesIn(scriptAddresses()).find(({ app }) => app === 'shell');
  const origin = readOrigin(document.getElementById('site')?.textContent, remotes, shell?.version);
  if (origin.sampleRate === 0) return () => undefined;
  const routes = followRoutes(router, landing);
  const sender = new ReportSender(origin.versions);
  const queue = new ReportQueue((events) => sender.send(events));
  const sampled = Math.random() < origin.sampleRate;

  function report(
    { app, version }: AppRelease,
    event: Pick<ClientEvent, 'kind' | 'name' | 'value' | 'message' | 'request_id'>,
    time = performance.now(),
  ): void {
    const common = { site_release: origin.siteRelease.slice(0, 200), canary: origin.canary, route: routes.at(time) };
    queue.add({ ...event, ...common, app, version }, event.kind !== 'vital');
  }

  const visited = new Set<string>();
  function countVisit(release: AppRelease): void {
    if (!sampled || visited.has(release.app)) return;
    visited.add(release.app);
    report(release, { kind: 'visit', name: 'visit' });
  }

  function reportVital({ name, value, entries }: Metric): void {
    // Assigned to the page that was shown when it happened: CLS and INP are reported when the visitor leaves.
    const time = entries.at(-1)?.startTime ?? performance.now();
    const release = releaseOf(appOfRoute(routes.at(time)), origin.versions);
    report(release, { kind: 'vital', name, value: Math.round(value * 1e4) / 1e4 }, time);
  }

  const seen = new WeakSet<object>();
  let errors = 0;
  function reportNoted(): void {
    for (const { thrown, place } of noted.splice(0)) {
      if (typeof thrown === 'object' && thrown !== null) {
        if (seen.has(thrown)) continue; // a boundary and the router may report the same error
        seen.add(thrown);
      }
      const description = describeError(thrown);
      if (!description || errors >= ERRORS_PER_PAGE) continue;
      errors += 1;
      sender.prepare();
      const guilty = attributeError(thrown, place, origin.versions);
      countVisit(guilty); // even when none of its files arrived
      report(guilty, { kind: 'error', ...description });
    }
  }

  if (sampled) {
    sender.prepare();
    for (const measure of [onTTFB, onFCP, onLCP, onCLS, onINP]) measure(reportVital);
    watchScripts((address) => releasesIn(address).forEach(countVisit));
  }
  // After web-vitals has added its listener, so that its last measurements are still sent. Not on `pagehide` too: browsers
  // fire it first when a visitor leaves, and what waits then would use up the token that these measurements need.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') queue.flush();
  });
  window.addEventListener('online', () => queue.flush());
  return reportNoted;
}

function scriptAddresses(): string {
  return Array.from(document.scripts, ({ src }) => src).join(' ');
}

/** Calls back with the address of every script that has loaded or will load in this tab. */
function watchScripts(tell: (address: string) => void): void {
  if (typeof PerformanceObserver === 'undefined') return;
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (name.endsWith('.js')) tell(name);
  });
  observer.observe({ type: 'resource', buffered: true });
}
