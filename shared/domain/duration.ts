const nbsp = '\u00a0';

/**
 * Working time for people: 105 is "1 h 45 min", 45 is "45 min", 60 is "1 h". Number and unit are joined by no-break
 * spaces.
 * @param minutes whole minutes
 */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest}${nbsp}min`;
  return rest === 0 ? `${hours}${nbsp}h` : `${hours}${nbsp}h ${rest}${nbsp}min`;
}

/**
 * How long a job takes: its working time, or "2 days" when the database plans it as a job of two days.
 * @param two_day missing in carts that were stored before it existed
 */
export function formatJobTime({ minutes, two_day }: { minutes: number; two_day?: boolean | undefined }): string {
  return two_day ? `2${nbsp}days` : formatDuration(minutes);
}
