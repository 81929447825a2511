import { useEffect, useState } from 'react';

/**
 * Seconds left until a moment, computed from the clock, so that a suspended tab shows the right number when it resumes.
 * @param seconds to count at first
 * @returns the seconds left, 0 at the end, and a function that restarts
 */
export function useCountdown(seconds: number): [left: number, restart: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  const over = left === 0;
  useEffect(() => {
    if (over) return undefined;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [end, over]);
  return [
    left,
    (next) => {
      setEnd(Date.now() + next * 1000);
      setLeft(next);
    },
  ];
}

/** 24 is "0:24", 90 is "1:30". */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
