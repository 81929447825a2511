import type { BoardJob } from '@twostroke/shared/contracts/answers/board';
import { formatDay } from '@twostroke/shared/domain/calendar';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';

export type { Board, BoardJob } from '@twostroke/shared/contracts/answers/board';

const over: readonly BookingStatus[] = ['completed', 'cancelled', 'no_show', 'expired'];

/** Whether nothing is to be done for a job any more. */
export function isDone({ status }: Pick<BoardJob, 'status'>): boolean {
  return over.includes(status);
}

/** What a person calls the bike: its plate, or the number of the booking. */
export function bikeOf({ vehicle_number, number }: Pick<BoardJob, 'vehicle_number' | 'number'>): string {
  return vehicle_number ?? number;
}

/** "promised Sat 28 Nov", and whether that day is over. */
export function promiseOf({ ready_date }: Pick<BoardJob, 'ready_date'>, today: string) {
  return {
    words: ready_date === today ? 'promised today' : `promised ${formatDay(ready_date)}`,
    late: ready_date < today,
  };
}
