import {
  validatePlace,
  type BookingAddress,
  type ServiceMode,
  type ValidationError,
} from '@twostroke/shared/domain/booking-form';
import { useQuery } from '@twostroke/shared/api/use-query';
import type { BookingFacts } from '../../model/booking-facts.ts';
import { jobKey, type Job } from '../../model/job.ts';
import { loadModeQuotes, type ModeQuotes } from './load-mode-quotes.ts';

export interface Place {
  /** Prices by mode. Null while they load and when they can't be loaded: then every mode can be chosen. */
  quotes: ModeQuotes | null;
  /** The chosen mode, unless the services exclude it. */
  mode: ServiceMode | null;
  errors: ValidationError[];
}

/** What is known about the chosen place. */
export function usePlace(facts: BookingFacts, job: Job, mode: ServiceMode | null, address: BookingAddress): Place {
  // One cache key for all modes: otherwise each press would load the prices again.
  const query = useQuery(`places ${jobKey({ ...job, mode: 'workshop' })}`, () => loadModeQuotes(job));
  const quotes = query.status === 'ready' ? query.data : null;
  const impossible = mode && quotes?.[mode].refusals.some(({ code }) => code === 'mode_not_offered');
  const possible = impossible ? null : mode;
  const areas = facts.areas.map(({ slug }) => slug);
  return { quotes, mode: possible, errors: validatePlace(possible, address, areas, facts.pins) };
}
