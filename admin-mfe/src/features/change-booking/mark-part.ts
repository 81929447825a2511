import { callRpc } from '@twostroke/shared/client';
import type { JobMark } from '@twostroke/shared/contracts/functions';

export type PartMark = JobMark extends infer Mark
  ? Mark extends { kind: 'part' }
    ? Omit<Mark, 'id' | 'made_at' | 'kind'>
    : never
  : never;

/**
 * Adds a part or takes one off, as a phone on the floor does: what a colleague adds meanwhile stays.
 *
 * @param id the same again sends the same change again: it counts once
 * @throws AppError
 */
export async function markPart(booking: string, change: PartMark, id: string = crypto.randomUUID()): Promise<void> {
  const mark = { ...change, kind: 'part', id, made_at: new Date().toISOString() } as JobMark;
  await callRpc('mark_job', { booking, mark });
}
