import { atom } from 'jotai';
import { store } from './store.ts';

/** The browser's offer to install the site. Chromium only; not in TypeScript's own types yet. */
export interface InstallPrompt extends Event {
  /** Asks the customer; allowed once per offer, after a press. */
  prompt: () => Promise<unknown>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The open offer, null while there is none. */
export const installPromptAtom = atom<InstallPrompt | null>(null);
/** Whether the site was installed since this tab was opened. */
export const installedAtom = atom(false);

let watching = false;

/**
 * Keeps the browser's offer for the install page. It arrives once, soon after the document has loaded and long before a
 * visitor opens that page, so the shell starts this at boot. Calling it again does nothing.
 */
export function watchInstallPrompt(): void {
  if (watching) return;
  watching = true;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // without it Chrome shows its own bar over the page
    store.set(installPromptAtom, event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => {
    store.set(installPromptAtom, null);
    store.set(installedAtom, true);
  });
}
