import { paths } from '@twostroke/shared/contracts/paths';
import { useLocation } from '@twostroke/shared/router';
import { Banner } from '@twostroke/shared/ui/banner';
import { info } from '@twostroke/shared/ui/icons';
import { useEffect, useState } from 'react';

/** How often an old tab checks. It also checks when it becomes visible. */
export const POLL_INTERVAL_MS = 15 * 60_000;

/**
 * Whether a newer release is live than the one this tab started with. Never throws: without an answer it returns false.
 */
async function isNewerReleaseLive(own: string): Promise<boolean> {
  try {
    const answer = await fetch('/release.json', { cache: 'no-store' });
    const { release } = (await answer.json()) as { release?: unknown };
    return typeof release === 'string' && release !== own;
  } catch {
    return false;
  }
}

/**
 * A polite line: a tab keeps the versions it started with as long as it is open. Never shown on booking pages or while
 * a dialog is open, and never again once dismissed.
 */
export function NewVersion() {
  const { pathname } = useLocation();
  const [state, setState] = useState<'current' | 'old' | 'put-away'>('current');
  useEffect(() => {
    if (state !== 'current') return undefined;
    const own = ownRelease();
    if (!own) return undefined;
    const ask = (): void => {
      if (document.visibilityState !== 'visible') return;
      void isNewerReleaseLive(own).then((moved) => moved && setState((now) => (now === 'current' ? 'old' : now)));
    };
    ask();
    const timer = setInterval(ask, POLL_INTERVAL_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [state]);
  const shown = state === 'old' && pathname !== paths.bookService();
  return (
    <div role="status">
      {shown && (
        <Banner icon={info}>
          There is a new version of this site. Your cart and bike stay as they are.{' '}
          <button type="button" onClick={() => window.location.reload()}>
            Load it
          </button>{' '}
          <button type="button" onClick={() => setState('put-away')}>
            Later
          </button>
        </Banner>
      )}
    </div>
  );
}

/** Name of the composition of releases this tab was opened with; null in development. */
function ownRelease(): string | null {
  try {
    const site = JSON.parse(document.getElementById('site')?.textContent ?? '') as { release?: unknown };
    return typeof site.release === 'string' ? site.release : null;
  } catch {
    return null;
  }
}
