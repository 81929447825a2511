import { flip } from './flip.ts';
import type { HistoryEntry } from './history.ts';
import { Refusal } from './refusal.ts';
import { requireLive, requireRecord, type ReleaseContext } from './release-context.ts';
import { showLive } from './show-live.ts';

/**
 * Switches a remote off or on: its pages say that it is away and no file of it is fetched. The rest of the site works.
 * @throws Refusal
 */
export async function switchRemote(
  context: ReleaseContext,
  app: string,
  action: 'disable' | 'enable',
): Promise<HistoryEntry | null> {
  if (app === 'shell')
    throw new Refusal('The shell can not be switched off: it is around every page. Roll it back instead.');
  return flip({
    ...context,
    async plan(record) {
      const former = requireRecord(record, context);
      const version = requireLive(former, app);
      const isOff = former.disabled.includes(app);
      if (isOff === (action === 'disable')) {
        context.say(`${app} is switched ${isOff ? 'off' : 'on'} already.`);
        return null;
      }
      const disabled = isOff ? former.disabled.filter((name) => name !== app) : [...former.disabled, app];
      const { apps, canary } = former;
      return { change: { apps, canary, disabled }, action, app, from: version, to: version };
    },
    verify: (record) => showLive(context, app, record),
  });
}
