import { callRpc, read } from '@twostroke/shared/client';
import type { CustomerCard } from '@twostroke/shared/contracts/answers/caller';

/** What the desk keeps of a number. @throws AppError */
export async function getCustomer(phone: string): Promise<CustomerCard> {
  return callRpc('get_customer', { phone });
}

/** @throws AppError */
export async function writeNote(phone: string, note: string): Promise<void> {
  await read((db) => db.from('customer_notes').insert({ phone, note: note.trim() }).select('id'));
}

/** @throws AppError */
export async function removeNote(id: string): Promise<void> {
  await read((db) => db.from('customer_notes').delete().eq('id', id).select('id'));
}

/** Comes up on the board of the person who writes it. @throws AppError */
export async function remindMe(phone: string, words: string, due: Date): Promise<void> {
  await read((db) =>
    db.from('desk_reminders').insert({ phone, words: words.trim(), due_at: due.toISOString() }).select('id'),
  );
}
