import { useEffect, useState } from 'react';

const MINUTE = 60_000;
const minutesTo = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / MINUTE));

/** Whole minutes until an instant, rounded up; 0 once it is over. Changes once a minute. @param until milliseconds */
export function useMinutesLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const left = until - Date.now();
    const late = minutesTo(until, now) !== minutesTo(until, Date.now());
    if (left <= 0 && !late) return undefined;
    // To the moment when the number changes: a whole minute before the end.
    const wait = late ? 0 : left - (Math.ceil(left / MINUTE) - 1) * MINUTE;
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [until, now]);
  return minutesTo(until, now);
}
