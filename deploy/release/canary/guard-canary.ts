import type { VisitorReports } from './visitor-reports.ts';
import { CHECK_INTERVAL_MS, checkCanary } from './watch-canary.ts';

/**
 * Ends a running canary that exceeds its error budget or reports nothing, as long as the site runs. Logs the end once,
 * and unreadable reports once.
 * @returns a function that stops it
 */
export function guardCanary(siteFolder: string, reports: VisitorReports, everyMs = CHECK_INTERVAL_MS): () => void {
  let complaint = '';
  const look = async (): Promise<void> => {
    try {
      const context = { siteFolder, checkout: siteFolder, by: 'the site', startedAt: Date.now(), backend: null };
      const seen = await checkCanary({ ...context, say: console.log }, reports);
      if (seen?.hasEnded) console.log(`${seen.judgement.sentence} It has ended.`);
      complaint = '';
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      if (reason !== complaint) console.error(`The canary could not be judged and continues: ${reason}`);
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
