import { useEffect, useState, type ComponentType } from 'react';

/** From this age on a tab asks now and then whether the site has moved on. */
export const OLD_TAB_MS = 30 * 60_000;

/** Says, in tabs that stay open for long, that there is a new version. Its code comes only then. */
export function VersionWatch() {
  const [Notice, setNotice] = useState<ComponentType | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      import('./new-version.tsx').then(
        ({ NewVersion }) => setNotice(() => NewVersion),
        () => undefined, // offline: the tab goes on with what it has
      );
    }, OLD_TAB_MS);
    return () => clearTimeout(timer);
  }, []);
  return Notice && <Notice />;
}
