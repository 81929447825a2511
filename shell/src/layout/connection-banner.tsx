import { Banner } from '@twostroke/shared/ui/banner';
import { useEffect, useState } from 'react';

/** How long the "back online" message stays. */
export const BACK_ONLINE_MS = 3000;

type Connection = 'online' | 'offline' | 'back';

/** Shows that the device is offline, and for three seconds that it is online again. */
export function ConnectionBanner() {
  const [connection, setConnection] = useState<Connection>('online');
  useEffect(() => {
    const onOffline = (): void => setConnection('offline');
    const onOnline = (): void => setConnection((before) => (before === 'offline' ? 'back' : before));
    if (!navigator.onLine) onOffline();
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onOnline);
    };
  }, []);
  useEffect(() => {
    // Counted from when it is visible: a busy phone may draw it late.
    if (connection !== 'back') return undefined;
    const timer = setTimeout(() => setConnection('online'), BACK_ONLINE_MS);
    return () => clearTimeout(timer);
  }, [connection]);
  return (
    <div role="status">
      {connection === 'offline' && (
        <Banner tone="offline">No internet connection. Some features may be limited.</Banner>
      )}
      {connection === 'back' && <Banner tone="back">You&apos;re back online!</Banner>}
    </div>
  );
}
