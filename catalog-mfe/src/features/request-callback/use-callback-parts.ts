import { useEffect, useState } from 'react';
import type * as callbackParts from './callback-parts.ts';

type Parts = typeof callbackParts;

/** The failure message appears after this timeout. What loads later is still shown. */
const LATE_MS = 8000;

/**
 * The form and the dialog, loaded on demand.
 * @returns null while they load, 'failed' when they could not be loaded
 */
export function useCallbackParts(wanted: boolean): Parts | 'failed' | null {
  const [parts, setParts] = useState<Parts | 'failed' | null>(null);
  const missing = parts === null || parts === 'failed';
  useEffect(() => {
    if (!wanted || !missing) return undefined;
    let here = true;
    const late = setTimeout(() => setParts('failed'), LATE_MS);
    import('./callback-parts.ts').then(
      (loaded) => here && setParts(loaded),
      () => here && setParts('failed'),
    );
    return () => {
      here = false;
      clearTimeout(late);
    };
  }, [wanted, missing]);
  return parts;
}
