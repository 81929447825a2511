import { read } from '@twostroke/shared/client';

/** What a person at the desk wants to be told. */
export interface Reminder {
  id: string;
  /** `+91XXXXXXXXXX`; null: it concerns no customer. */
  phone: string | null;
  words: string;
  /** ISO 8601 */
  due_at: string;
}

/** The own reminders that are not done, the first due first. @throws AppError */
export async function readReminders(): Promise<Reminder[]> {
  return read((db) =>
    db.from('desk_reminders').select('id,phone,words,due_at').is('done_at', null).order('due_at').limit(50),
  );
}

/** @throws AppError */
export async function finishReminder(id: string): Promise<void> {
  await read((db) => db.from('desk_reminders').update({ done_at: new Date().toISOString() }).eq('id', id).select('id'));
}
