import { serviceModes, type ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { Job } from '../../booking/job.ts';
import { quote, type Quote } from '@twostroke/shared/data/quote';

export type ModeQuotes = Record<ServiceMode, Quote>;

/** What the job costs at each place, and where it can not be done. @throws AppError */
export async function loadModeQuotes(job: Job): Promise<ModeQuotes> {
  const quotes = await Promise.all(serviceModes.map(async (mode) => [mode, await quote({ ...job, mode })] as const));
  return Object.fromEntries(quotes) as ModeQuotes;
}
