import { flip } from '../flip/flip.ts';
import type { LiveRecord } from '../../site/record/live-record.ts';
import { verifyLivePage } from '../flip/verify-live-page.ts';

type Change = Partial<Pick<LiveRecord, 'apps' | 'canary' | 'disabled'>>;

/** Flips to the given versions (other apps stay) and waits until the site serves them. No gates. */
export async function makeLive(
  site: { url: string; siteFolder: string; publishDocuments?: () => Promise<void> },
  change: Change,
): Promise<void> {
  const { siteFolder, url } = site;
  await flip({
    siteFolder,
    by: 'a test',
    startedAt: Date.now(),
    async plan(former) {
      const { apps, canary, disabled } = { ...former!, ...change };
      const whole = { apps: { ...former!.apps, ...apps }, canary, disabled };
      return {
        change: whole,
        action: 'release',
        app: Object.keys(change.apps ?? { all: '' })[0]!,
        from: null,
        to: null,
      };
    },
    async verify(record) {
      await site.publishDocuments?.();
      await verifyLivePage(url, siteFolder, record);
    },
  });
}
