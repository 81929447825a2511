import { toAppError } from '@twostroke/shared/client';
import { readJob } from './job.ts';
import { jobsTaken, takeJob } from './use-marks.ts';

/**
 * Reads a job again for the page that shows it. Marks that wait on this phone stay on top of it.
 * @returns whether the job is still the caller's
 * @throws AppError when it can't be read
 */
export async function refreshJob(id: string): Promise<boolean> {
  for (;;) {
    const before = jobsTaken();
    try {
      const job = await readJob(id);
      // The answer to a mark came meanwhile: it may be newer than this reading, so read once more.
      if (jobsTaken() !== before) continue;
      takeJob(job);
      return true;
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code !== 'not_found') throw error;
      return false;
    }
  }
}
