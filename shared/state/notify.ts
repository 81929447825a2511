import { atom } from 'jotai';
import type { ExternalToast } from 'sonner';
import { store } from './store.ts';

/** True from the first toast on: the shell then mounts the toaster without waiting for an idle moment. */
export const toasterWantedAtom = atom(false);

let markReady: () => void = () => undefined;
const toasterReady = new Promise<void>((resolve) => {
  markReady = resolve;
});

/** Called by the shell once its toaster listens. sonner drops toasts without a listener. */
export function toasterMounted(): void {
  markReady();
}

/**
 * Shows a toast. sonner is downloaded at the first one, not with the page.
 * @param title the exact words
 */
export async function notify(title: string, options: ExternalToast = {}): Promise<void> {
  store.set(toasterWantedAtom, true);
  try {
    const [{ toast }] = await Promise.all([import('sonner'), toasterReady]);
    toast(title, { duration: 5000, ...options });
  } catch {
    // The toast's code failed to load: the action that it reports has succeeded anyway.
  }
}
