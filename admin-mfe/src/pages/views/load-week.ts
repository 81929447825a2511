import { atShop } from '@twostroke/shared/domain/calendar';
import { readWeek, type Week } from '../../features/read-week/read-week.ts';
import { mondayOf } from '../../features/read-week/week.ts';
import { isGivenJobs, readColleagues, type Colleague } from '../../model/colleagues.ts';
import { dateOf } from './date-of.ts';

export interface WeekData {
  week: Week;
  /** The day in the address, or today: the one that a phone shows. */
  date: string;
  rows: 'person' | 'window' | 'list';
  /** The people who can be assigned a job. */
  people: Colleague[];
  /** `HH:MM` at the shop when this was read. */
  readAt: string;
}

/** Reads the week of the day in the address. @throws AppError */
export async function loadWeek(address: URLSearchParams): Promise<WeekData> {
  const { date: today, time: readAt } = atShop(new Date());
  const date = dateOf(address.get('date')) ?? today;
  const asked = address.get('rows');
  const rows = asked === 'window' || asked === 'list' ? asked : 'person';
  const [week, colleagues] = await Promise.all([readWeek(mondayOf(date), rows === 'window'), readColleagues()]);
  return { week, date, rows, people: colleagues.filter(isGivenJobs), readAt };
}
