import { installedAtom, installPromptAtom, watchInstallPrompt } from '@twostroke/shared/state';
import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';

export type InstallState =
  /** The browser makes no offer: only its own menu installs. */
  | 'by-menu'
  | 'ready'
  | 'asking'
  | 'dismissed'
  | 'installed'
  /** Opened from the home screen: there is nothing to do. */
  | 'opened-installed';

/** Whether this browser can install the site on a click, and the action. */
export function useInstall(): { state: InstallState; install: () => Promise<void> } {
  const [offer, setOffer] = useAtom(installPromptAtom);
  const installed = useAtomValue(installedAtom);
  const [step, setStep] = useState<'idle' | 'asking' | 'dismissed' | 'accepted'>('idle');
  const [standalone, setStandalone] = useState(false);

  useEffect(() => {
    watchInstallPrompt();
    setStandalone(window.matchMedia('(display-mode: standalone)').matches);
  }, []);

  async function install(): Promise<void> {
    if (!offer) return;
    setStep('asking');
    try {
      await offer.prompt();
      const { outcome } = await offer.userChoice;
      setStep(outcome === 'accepted' ? 'accepted' : 'dismissed');
    } catch {
      setStep('dismissed');
    }
    setOffer(null); // an offer works once; the browser makes a new one when it decides to
  }

  if (installed || step === 'accepted') return { state: 'installed', install };
  if (standalone) return { state: 'opened-installed', install };
  if (step === 'asking') return { state: 'asking', install };
  if (offer) return { state: 'ready', install };
  return { state: step === 'dismissed' ? 'dismissed' : 'by-menu', install };
}
