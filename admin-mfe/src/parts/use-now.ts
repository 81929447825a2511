import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** The present instant in milliseconds, anew with each minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), minuteMs - (Date.now() % minuteMs));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
