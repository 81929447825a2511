import { serviceModes, type ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { Job } from '../../model/job.ts';
import { quote, type Quote } from '@twostroke/shared/api/quote';

export type ModeQuotes = Record<ServiceMode, Quote>;

/** The quote of the job for each mode, and the modes that are not offered. @throws AppError */
export async function loadModeQuotes(job: Job): Promise<ModeQuotes> {
  const quotes = await Promise.all(serviceModes.map(async (mode) => [mode, await quote({ ...job, mode })] as const));
  return Object.fromEntries(quotes) as ModeQuotes;
}
