import { atShop, formatTime, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatKm } from '@twostroke/shared/domain/figures';
import type { WorkshopJob } from './job.ts';

const clock = (instant: string): string => atShop(instant).time;

/** "2 km, 1:28–1:36 pm"; undefined before the ride. */
export function rideWords({
  test_ride: ride,
  check_in,
}: Pick<WorkshopJob, 'test_ride' | 'check_in'>): string | undefined {
  if (!ride) return undefined;
  const { started_at, ended_at, odometer_km } = ride;
  if (ended_at === null) return started_at === null ? undefined : `on the road since ${formatTime(clock(started_at))}`;
  const from = check_in?.odometer_km ?? null;
  const length = odometer_km === null || from === null ? [] : [formatKm(odometer_km - from)];
  const [start, end] = [clock(started_at ?? ended_at), clock(ended_at)];
  const times = start === end ? formatTime(end) : formatWindow(start, end);
  return [...length, times].join(', ');
}
