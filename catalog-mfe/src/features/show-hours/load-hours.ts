import { read } from '@twostroke/shared/client';
import { groupDays, type DayGroup } from './group-days.ts';

/** The shop's hours and arrival windows, equal days together. @throws AppError */
export async function loadHours(): Promise<DayGroup[]> {
  const [hours, windows] = await Promise.all([
    read((db) => db.from('business_hours').select('weekday,opens,closes').order('weekday')),
    read((db) => db.from('arrival_windows').select('weekday,starts,ends').order('weekday').order('starts')),
  ]);
  return groupDays(
    hours.map((day) => ({
      ...day,
      windows: windows.filter(({ weekday }) => weekday === day.weekday).map(({ starts, ends }) => ({ starts, ends })),
    })),
  );
}
