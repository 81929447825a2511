import { read } from '@twostroke/shared/client';
import type { CallersBike } from '@twostroke/shared/contracts/answers/caller';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { formatDay } from '@twostroke/shared/domain/calendar';
import { matchWork } from '../../model/match-work.ts';
import { recheckSlug } from '../../model/recheck.ts';

export interface CallJob {
  slug: string;
  name: string;
  summary: string;
  /** Whole rupees, GST included. */
  price: number;
  minutes: number;
  modes: ServiceMode[];
}

/** What we do for a model, the everyday services first. @throws AppError */
export async function readJobs(modelId: string): Promise<CallJob[]> {
  const rows = await read((db) =>
    db
      .from('model_offers')
      .select('package_slug,short_name,summary,price,minutes,modes')
      .eq('model_id', modelId)
      .order('sort')
      .limit(60),
  );
  return rows.map((row) => ({
    slug: row.package_slug ?? '',
    name: row.short_name ?? '',
    summary: row.summary ?? '',
    price: row.price ?? 0,
    minutes: row.minutes ?? 0,
    modes: row.modes ?? [],
  }));
}

/** What we did on a bike and look at again at no charge, while its warranty runs; none without such work. */
export function recheckOf(bike: CallersBike | null): CallJob | null {
  const recheck = bike?.recheck;
  if (!recheck) return null;
  return {
    slug: recheckSlug,
    name: 'Free re-check',
    summary: `${recheck.work ?? 'Our work'}, under warranty until ${formatDay(recheck.until)}`,
    price: 0,
    minutes: recheck.minutes,
    modes: recheck.modes,
  };
}

/** The jobs that fit what was typed, the best first; the everyday ones while nothing fits. */
export function matchJobs(jobs: readonly CallJob[], typed: string): CallJob[] {
  const fitting = matchWork(jobs, typed);
  return (fitting.length > 0 ? fitting : jobs).slice(0, 4);
}
