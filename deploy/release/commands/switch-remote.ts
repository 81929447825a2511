import { flip } from '../flip/flip.ts';
import type { HistoryEntry } from '../../site/record/history.ts';
import { Rejection } from '../rejection.ts';
import { requireLive, requireRecord, type ReleaseContext } from '../release-context.ts';
import { waitUntilServed } from '../flip/wait-until-served.ts';

/**
 * Switches a remote off or on: its pages say that it is unavailable and none of its files is fetched. The rest of the
 * site works.
 * @throws Rejection
 */
export async function switchRemote(
  context: ReleaseContext,
  app: string,
  action: 'disable' | 'enable',
): Promise<HistoryEntry | null> {
  if (app === 'shell')
    throw new Rejection('The shell cannot be switched off, because every page needs it. Roll it back instead.');
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
    verify: (record) => waitUntilServed(context, app, record),
  });
}
