import { read } from '@twostroke/shared/client';
import type { CallersBike } from '@twostroke/shared/contracts/answers/caller';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { formatDay } from '@twostroke/shared/domain/calendar';

export interface CallJob {
  slug: string;
  name: string;
  summary: string;
  /** Whole rupees, GST included. */
  price: number;
  minutes: number;
  modes: ServiceMode[];
}

/** The item of a re-check, which is in no catalog. */
export const recheckSlug = 're-check';

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
    minutes: 30,
    modes: ['doorstep', 'pickup', 'workshop'],
  };
}

/** Words that callers use, by what our texts call it. */
const spoken: Readonly<Record<string, string>> = {
  noise: 'brake chain',
  squeal: 'brake',
  squeals: 'brake',
  stop: 'brake',
  servicing: 'service',
  washing: 'wash',
  start: 'electrical battery',
  starting: 'electrical battery',
  puncture: 'tyre',
  pickup: 'clutch engine',
};

/** The jobs that fit what was typed, the best first; the everyday ones while nothing fits. */
export function matchJobs(jobs: readonly CallJob[], typed: string): CallJob[] {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
    .flatMap((word) => [word, ...(spoken[word]?.split(' ') ?? [])]);
  const scored = jobs.map((job, index) => ({ job, index, score: scoreOf(job, words) }));
  const fitting = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.index - b.index);
  return (fitting.length > 0 ? fitting : scored).slice(0, 4).map(({ job }) => job);
}

/** A word in the name counts more than one in the summary, the first words more than later ones. */
function scoreOf(job: CallJob, words: readonly string[]): number {
  const name = job.name.toLowerCase();
  const summary = job.summary.toLowerCase();
  return words.reduce((sum, word, at) => {
    const weight = 1 / (1 + at / 10);
    return sum + (name.includes(word) ? 3 * weight : 0) + (summary.includes(word) ? weight : 0);
  }, 0);
}
