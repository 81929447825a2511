import { toasterMounted, toasterWantedAtom } from '@twostroke/shared/state';
import { toasterOptions } from '@twostroke/shared/ui/toaster-options';
import { useAtomValue } from 'jotai';
import { useEffect, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import type { ToasterProps } from 'sonner';
import { useToastHost } from './use-toast-host.ts';

/** The one place where toasts appear. sonner is downloaded after the page: when idle, or with the first toast. */
export function Toasts() {
  const wanted = useAtomValue(toasterWantedAtom);
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null);
  useEffect(() => {
    if (Toaster) return;
    const load = (): void => {
      import('sonner').then(
        (sonner) => setToaster(() => sonner.Toaster),
        () => undefined, // offline: the next toast tries again
      );
    };
    if (wanted) return load();
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(load, 2500);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(load, { timeout: 4000 });
    return () => window.cancelIdleCallback(idle);
  }, [Toaster, wanted]);
  const host = useToastHost(Toaster !== null);
  useEffect(() => {
    if (Toaster && host) toasterMounted();
  }, [Toaster, host]);
  return Toaster && host ? createPortal(<Toaster {...toasterOptions} />, host) : null;
}
