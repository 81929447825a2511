import { formatDuration } from './duration.ts';

/** "24 seconds", "3 min", "about 5 h": how long to wait after too many attempts. */
export function waitingTime(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? formatDuration(minutes) : `about ${formatDuration(Math.ceil(minutes / 60) * 60)}`;
}
