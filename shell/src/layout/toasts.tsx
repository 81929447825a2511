import { toasterMounted, toasterWantedAtom } from '@twostroke/shared/state';
import { toasterOptions } from '@twostroke/shared/ui/toaster-options';
import { useAtomValue } from 'jotai';
import { useEffect, useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';
import type { ToasterProps } from 'sonner';
import { useIdle } from './use-idle.ts';
import { useToastHost } from './use-toast-host.ts';

/** The only place where toasts appear. sonner loads after the page: when idle, or with the first toast. */
export function Toasts() {
  const wanted = useAtomValue(toasterWantedAtom);
  const idle = useIdle();
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null);
  useEffect(() => {
    if (Toaster || !(wanted || idle)) return;
    import('sonner').then(
      (sonner) => setToaster(() => sonner.Toaster),
      () => undefined, // offline: the next toast retries
    );
  }, [Toaster, idle, wanted]);
  const host = useToastHost(Toaster !== null);
  useEffect(() => {
    if (Toaster && host) toasterMounted();
  }, [Toaster, host]);
  return Toaster && host ? createPortal(<Toaster {...toasterOptions} />, host) : null;
}
