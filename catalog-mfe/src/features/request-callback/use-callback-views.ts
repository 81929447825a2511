import { useEffect, useState } from 'react';
import type * as callbackViews from './callback-views.ts';

type Views = typeof callbackViews;

/** The failure message appears after this timeout. What loads later is still shown. */
const LATE_MS = 8000;

/**
 * The form and the dialog, loaded on demand.
 * @returns null while they load, 'failed' when they could not be loaded
 */
export function useCallbackViews(wanted: boolean): Views | 'failed' | null {
  const [views, setViews] = useState<Views | 'failed' | null>(null);
  const missing = views === null || views === 'failed';
  useEffect(() => {
    if (!wanted || !missing) return undefined;
    let here = true;
    const late = setTimeout(() => setViews('failed'), LATE_MS);
    import('./callback-views.ts').then(
      (loaded) => here && setViews(loaded),
      () => here && setViews('failed'),
    );
    return () => {
      here = false;
      clearTimeout(late);
    };
  }, [wanted, missing]);
  return views;
}
