import { callRpc } from '@twostroke/shared/client';
import type { JobMark } from '@twostroke/shared/contracts/functions';
import type { Entry } from '../../model/job-entry.ts';

/**
 * Enters something as a phone on the floor does: what a colleague enters meanwhile stays.
 *
 * @param id the same again sends the same entry again: it counts once
 * @throws AppError
 */
export async function markJob(booking: string, entry: Entry, id: string = crypto.randomUUID()): Promise<void> {
  const mark: JobMark = { ...entry, id, made_at: new Date().toISOString() };
  await callRpc('mark_job', { booking, mark });
}
