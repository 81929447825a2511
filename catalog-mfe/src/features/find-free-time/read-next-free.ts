import { listSlots, type FreeSlot } from '@twostroke/shared/data/slots';
import { atShop } from '@twostroke/shared/domain/calendar';
import type { ServiceMode } from '../../catalog/service-mode.ts';

export interface FreeTime extends FreeSlot {
  /** All places of that window; null when it lies beyond the days asked for. */
  places: number | null;
}

export interface NextFree {
  /** The shop's date. */
  today: string;
  mode: ServiceMode;
  /** Null when nothing is free, or when free times could not be read: a page is worth showing without them. */
  time: FreeTime | null;
}

const modes: readonly ServiceMode[] = ['doorstep', 'pickup', 'workshop'];

/** The next free arrival window of each way of service, for an hour's work; never throws. */
export function readFreeTimes(): Promise<NextFree[]> {
  return Promise.all(modes.map((mode) => readNextFree(mode)));
}

/**
 * The next free arrival window; never throws.
 * @param job a package for a bike; without it, an hour's work
 */
export async function readNextFree(
  mode: ServiceMode,
  job?: { packageSlug: string; modelId: string },
): Promise<NextFree> {
  const items = job ? { items: [{ id: job.packageSlug, quantity: 1 }], model: job.modelId } : {};
  try {
    const slots = await listSlots({ mode, ...items });
    const first = slots.first_free;
    const window = slots.days
      .find(({ date }) => date === first?.date)
      ?.windows.find(({ start }) => start === first?.start);
    return { today: slots.today, mode, time: first && { ...first, places: window?.places ?? null } };
  } catch {
    return { today: atShop(new Date()).date, mode, time: null };
  }
}
