import { Toaster as Sonner } from 'sonner';
import { toasterOptions } from './toaster-options.ts';

/** Place of the toasts. Mounted once, by the shell, after the first paint. */
export function Toaster() {
  return <Sonner {...toasterOptions} />;
}
