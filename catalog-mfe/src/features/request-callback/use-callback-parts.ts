import { useEffect, useState } from 'react';
import type * as callbackParts from './callback-parts.ts';

type Parts = typeof callbackParts;

/** Nobody waits longer for a word. What comes later is shown all the same. */
const LATE_MS = 8000;

/**
 * The form and the dialog, downloaded when they are first wanted.
 * @returns null while they are on their way, 'failed' when they could not be had
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
