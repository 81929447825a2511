import type { VisitorReports } from '../release/visitor-reports.ts';
import { LOOK_EVERY_MS } from '../release/watch-command.ts';
import { lookAtCanary } from '../release/watch-canary.ts';

/**
 * Ends a running canary that is over its error budget or silent, as long as the site runs. Says so once, and once when
 * the reports can't be read.
 * @returns a function that ends it
 */
export function guardCanary(siteFolder: string, reports: VisitorReports, everyMs = LOOK_EVERY_MS): () => void {
  let complaint = '';
  const look = async (): Promise<void> => {
    try {
      const context = { siteFolder, checkout: siteFolder, by: 'the site', startedAt: Date.now(), backend: null };
      const seen = await lookAtCanary({ ...context, say: console.log }, reports);
      if (seen?.hasEnded) console.log(`${seen.judgement.sentence} It has ended.`);
      complaint = '';
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      if (reason !== complaint) console.error(`The canary could not be judged and goes on: ${reason}`);
      complaint = reason;
    }
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }, everyMs).unref();
  return () => clearInterval(timer);
}
