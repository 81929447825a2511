import { sessionAtom, store } from '@twostroke/shared/state';
import type { SiteRouter } from './create-site-router.tsx';

/** Runs the guards again when the session ends, here or in another tab: nobody's bookings stay on the screen. */
export function revalidateOnSignOut(router: SiteRouter): () => void {
  let before = store.get(sessionAtom).status;
  return store.sub(sessionAtom, () => {
    const { status } = store.get(sessionAtom);
    if (before === 'signed-in' && status === 'signed-out') void router.revalidate();
    before = status;
  });
}
