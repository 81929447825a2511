import { sessionAtom, store } from '@twostroke/shared/state';
import type { SiteRouter } from '../telemetry/follow-routes.ts';

/**
 * Runs the guards again when the session ends, here or in another tab, so that no bookings stay on the screen, and when
 * the person turns out to be an admin after all. A lost role counts from the next navigation on: a check that failed
 * while the network was away must not take the page from an admin.
 */
export function revalidateOnAccessChange(router: Pick<SiteRouter, 'revalidate'>): () => void {
  let before = store.get(sessionAtom);
  return store.sub(sessionAtom, () => {
    const now = store.get(sessionAtom);
    if (before.status === 'signed-in') {
      const becameAdmin = now.status === 'signed-in' && now.isAdmin && !before.isAdmin;
      if (becameAdmin || now.status === 'signed-out') void router.revalidate();
    }
    before = now;
  });
}
