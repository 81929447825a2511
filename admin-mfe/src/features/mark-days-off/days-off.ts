import { read } from '@twostroke/shared/client';

/** A person and the days concerned, YYYY-MM-DD. */
interface DaysOf {
  person: string;
  days: readonly string[];
}

/** Adds days off of a person. @throws AppError */
export async function addDaysOff({ person, days }: DaysOf): Promise<void> {
  if (days.length === 0) return;
  const rows = days.map((day) => ({ user_id: person, day }));
  await read((db) => db.from('staff_absences').insert(rows).select('day'));
}

/** Removes days off of a person. @throws AppError */
export async function removeDaysOff({ person, days }: DaysOf): Promise<void> {
  if (days.length === 0) return;
  await read((db) =>
    db
      .from('staff_absences')
      .delete()
      .eq('user_id', person)
      .in('day', [...days])
      .select('day'),
  );
}
