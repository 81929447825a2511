import { formatDuration } from '@twostroke/shared/domain/duration';
import type { WorkshopJob } from './job.ts';

type Timer = WorkshopJob['timers'][number];

/** Minutes that were worked until now, by everybody. @param now milliseconds */
export function workedMinutes(timers: readonly Timer[], now: number): number {
  const worked = timers.reduce((sum, { started_at, stopped_at }) => {
    const end = stopped_at === null ? now : Date.parse(stopped_at);
    return sum + Math.max(0, end - Date.parse(started_at));
  }, 0);
  return Math.floor(worked / 60_000);
}

/** Minutes that the work may take: what is booked, and the extra work that was agreed to. */
export function allowedMinutes({ minutes, extra_work }: Pick<WorkshopJob, 'minutes' | 'extra_work'>): number {
  return extra_work.reduce((sum, line) => sum + (line.status === 'approved' ? line.minutes : 0), minutes);
}

/** "40 of 90 min", "25 min over". */
export function timerWords(worked: number, allowed: number): string {
  return worked > allowed ? `${formatDuration(worked - allowed)} over` : `${worked} of ${allowed}\u00a0min`;
}

/** The timers after one more press on this phone. */
export function withTimer(timers: readonly Timer[], running: boolean, at: string): Timer[] {
  const own = timers.some((timer) => timer.own && timer.stopped_at === null);
  if (running) return own ? [...timers] : [...timers, { by: 'You', own: true, started_at: at, stopped_at: null }];
  return timers.map((timer) => (timer.own && timer.stopped_at === null ? { ...timer, stopped_at: at } : timer));
}
