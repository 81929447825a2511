import { notify, Slot, type SlotFailure } from '@twostroke/shared/state';
import { useEffect, useEffectEvent } from 'react';

/** How often missing alerts are retried before the admin is notified. */
const SILENT_RETRIES = 2;
const RETRY_MS = 10_000;

/** Where the admin app reports new bookings, on every page. Its files are fetched for admins only. */
export function AdminAlerts() {
  return (
    <Slot
      name="admin-alerts"
      props={{}}
      fallback={(state) => state.status === 'failed' && <AlertsMissing {...state} />}
    />
  );
}

/**
 * An admin who waits for bookings must know when the alerts are missing. A browser caches a file that arrived altered
 * or not at all, so the panel offers to reload the page.
 */
function AlertsMissing(failure: SlotFailure) {
  const { attempts } = failure;
  const retry = useEffectEvent(failure.retry);
  const reload = useEffectEvent(failure.reload);
  useEffect(() => {
    if (attempts <= SILENT_RETRIES) {
      const timer = setTimeout(() => retry(), RETRY_MS);
      return () => clearTimeout(timer);
    }
    void notify('New bookings are not announced here', {
      id: 'admin-alerts',
      description: 'The Workshop page lists them.',
      duration: Infinity,
      action: { label: 'Try again', onClick: () => reload() },
    });
    return undefined;
  }, [attempts]);
  return null;
}
