import { useEffect, useState, type ComponentType } from 'react';

/** From this age on a tab checks regularly for a newer release. */
export const OLD_TAB_MS = 30 * 60_000;

/** Shows in long-lived tabs that there is a new version. Its code loads only then. */
export function VersionWatch() {
  const [Notice, setNotice] = useState<ComponentType | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      import('./new-version.tsx').then(
        ({ NewVersion }) => setNotice(() => NewVersion),
        () => undefined, // offline: the tab keeps its versions
      );
    }, OLD_TAB_MS);
    return () => clearTimeout(timer);
  }, []);
  return Notice && <Notice />;
}
