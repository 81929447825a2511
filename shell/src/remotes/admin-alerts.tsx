import { notify, sessionAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { reloadPastCache } from './load-part.ts';
import { PartBoundary } from './part-boundary.tsx';
import { useRegistry } from './registry-context.tsx';
import { slotOf, useSlot } from './use-slot.ts';

/** How often missing alerts are tried again before the admin is told. */
const SILENT_RETRIES = 2;
const RETRY_MS = 10_000;

/** Where the admin app reports new bookings, on every page. For anybody else nothing of it is even fetched. */
export function AdminAlerts() {
  const session = useAtomValue(sessionAtom);
  const isAdmin = session.status === 'signed-in' && session.isAdmin;
  const [state, retry] = useSlot('admin-alerts', isAdmin);
  if (!isAdmin) return null;
  if (state.status === 'failed') return <AlertsMissing attempts={state.attempts} onRetry={retry} />;
  if (state.status !== 'ready') return null;
  return (
    <PartBoundary fallback={(reset, attempts) => <AlertsMissing key={attempts} attempts={attempts} onRetry={reset} />}>
      <state.fragment.Component />
    </PartBoundary>
  );
}

/**
 * Whoever waits for bookings has to know when nobody announces them. A browser remembers a file that came altered or not at
 * all, so the way out that is offered is the page started anew.
 */
function AlertsMissing({ attempts, onRetry }: { attempts: number; onRetry: () => void }) {
  const registry = useRegistry();
  const retry = useEffectEvent(onRetry);
  const startAnew = useEffectEvent(() => reloadPastCache(slotOf(registry, 'admin-alerts')!.remote, registry));
  useEffect(() => {
    if (attempts <= SILENT_RETRIES) {
      const timer = setTimeout(() => retry(), RETRY_MS);
      return () => clearTimeout(timer);
    }
    void notify('New bookings are not announced here', {
      id: 'admin-alerts',
      description: 'The Workshop page lists them.',
      duration: Infinity,
      action: { label: 'Try again', onClick: () => void startAnew() },
    });
    return undefined;
  }, [attempts]);
  return null;
}
