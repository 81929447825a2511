import { loadSupabase } from '@twostroke/shared/client';
import { useEffect, useEffectEvent } from 'react';

/** Several rows of one action arrive within this time, in milliseconds: they are read once. */
const gatherMs = 150;

/** Calls back when a request for a call or a place arrives or is answered, and after a reconnect. */
export function useLiveDesk(onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    let stopped = false;
    let joined = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let leave = (): void => undefined;
    const gather = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => changed(), gatherMs);
    };
    const follow = async (): Promise<void> => {
      const client = await loadSupabase();
      if (stopped) return;
      const channel = client.channel('admin-desk');
      for (const table of ['callback_requests', 'waitlist'])
        for (const event of ['INSERT', 'UPDATE'] as const)
          channel.on('postgres_changes', { event: event as 'INSERT', schema: 'public', table }, gather);
      channel.subscribe((state) => {
        if (!stopped && state === 'SUBSCRIBED' && ++joined > 1) gather();
      });
      leave = () => void client.removeChannel(channel);
    };
    follow().catch(() => undefined); // the page works without it, but not live
    return () => {
      stopped = true;
      clearTimeout(timer);
      leave();
    };
  }, []);
}
