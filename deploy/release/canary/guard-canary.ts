import { terminalLog } from '../../site/record/release-log.ts';
import type { VisitorReports } from './visitor-reports.ts';
import { CHECK_INTERVAL_MS, checkCanary } from './watch-canary.ts';

/**
 * Ends a running canary that exceeds its error budget or reports nothing, as long as the site runs. Logs the end once,
 * and unreadable reports once.
 * @returns a function that stops it
 */
export function guardCanary(
  siteFolder: string,
  reports: VisitorReports,
  everyMs = CHECK_INTERVAL_MS,
  log = terminalLog,
): () => void {
  let complaint = '';
  const look = async (): Promise<void> => {
    try {
      const context = { siteFolder, checkout: siteFolder, by: 'the site', startedAt: Date.now(), backend: null };
      const seen = await checkCanary({ ...context, say: console.log }, reports);
      if (seen?.hasEnded) {
        const { canary, judgement } = seen;
        const subject = `${canary.app} ${canary.version}`;
        log.warn('A canary has ended.', { event: 'canary_ended', subject, reason: judgement.sentence });
      }
      complaint = '';
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : String(failure);
      if (reason !== complaint)
        log.warn('The canary could not be judged and continues.', { event: 'canary_unjudged', reason });
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
