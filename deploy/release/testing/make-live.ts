import { flip } from '../flip.ts';
import type { LiveRecord } from '../live-record.ts';
import { verifyLivePage } from '../verify-live-page.ts';

type Change = Partial<Pick<LiveRecord, 'apps' | 'canary' | 'disabled'>>;

/** Flips to what is given (of apps only those that are named) and waits until the site serves it. No gates. */
export async function makeLive(
  site: { url: string; siteFolder: string; showLive?: () => Promise<void> },
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
      await site.showLive?.();
      await verifyLivePage(url, siteFolder, record);
    },
  });
}
