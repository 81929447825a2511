import type { BoardJob } from '@twostroke/shared/contracts/answers/board';
import { atShop, formatDay, formatTime } from '@twostroke/shared/domain/calendar';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { sentWords } from '@twostroke/shared/domain/extra-work';

export type { Board, BoardJob } from '@twostroke/shared/contracts/answers/board';

/** What is known of a job wherever it can be moved, assigned or called about: on the board and in the week. */
export type PlannedJob = Pick<
  BoardJob,
  | 'id'
  | 'number'
  | 'status'
  | 'mode'
  | 'booking_date'
  | 'booking_time'
  | 'window_end'
  | 'mechanic'
  | 'vehicle_number'
  | 'phone'
  | 'service'
>;

const over: readonly BookingStatus[] = ['completed', 'cancelled', 'no_show', 'expired'];

/** Whether nothing is to be done for a job any more. */
export function isDone({ status }: Pick<BoardJob, 'status'>): boolean {
  return over.includes(status);
}

/** The statuses before the mechanic arrives. */
const ahead: readonly BookingStatus[] = ['confirmed', 'assigned', 'on_the_way'];

/** Whether a visit to the gate is still to come. */
export function waitsAtGate({ mode, status }: Pick<BoardJob, 'mode' | 'status'>): boolean {
  return mode === 'doorstep' && ahead.includes(status);
}

/** What a person calls the bike: its plate, or the number of the booking. */
export function bikeOf({ vehicle_number, number }: Pick<BoardJob, 'vehicle_number' | 'number'>): string {
  return vehicle_number ?? number;
}

/** "Sent 12:04 pm, seen 12:05 pm"; null while nothing is asked. @param now an instant in milliseconds */
export function questionWords({ question }: Pick<BoardJob, 'question'>, now: number): string | null {
  return question ? sentWords(question, atShop(new Date(now)).date) : null;
}

/** While the bike is worked on, which is what a promise is about. */
const underWay: readonly BookingStatus[] = [
  ...(['picked_up', 'inspecting', 'awaiting_approval', 'in_service', 'quality_check'] as const),
];

/** "promised Sat 28 Nov", "promised 6 pm", and whether it has passed with the bike not ready. @param now an instant in milliseconds */
export function promiseOf(
  { ready_date, ready_time, status }: Pick<BoardJob, 'ready_date' | 'ready_time' | 'status'>,
  now: number,
) {
  const { date: today, time } = atShop(new Date(now));
  const isToday = ready_date === today;
  const clock = ready_time ? formatTime(ready_time) : isToday && 'today';
  return {
    words: ['promised', [!isToday && formatDay(ready_date), clock].filter(Boolean).join(', ')].join(' '),
    late: underWay.includes(status) && (ready_date < today || (isToday && ready_time !== null && ready_time <= time)),
  };
}
