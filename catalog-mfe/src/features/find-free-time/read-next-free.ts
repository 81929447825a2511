import { listSlots, type FreeSlot } from '@twostroke/shared/api/slots';
import { atShop } from '@twostroke/shared/domain/calendar';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';

export interface FreeWindow extends FreeSlot {
  /** All places of that window; null when it is beyond the requested days. */
  places: number | null;
}

export interface NextFree {
  /** The shop's date. */
  today: string;
  mode: ServiceMode;
  /** Null when nothing is free, or when free times could not be read: a page is useful without them. */
  time: FreeWindow | null;
}

/** In the order of their rows. */
export const modes: readonly ServiceMode[] = ['doorstep', 'pickup', 'workshop'];

/** The next free arrival window of each mode, for one hour of work; never throws. */
export function readFreeTimes(): Promise<NextFree[]> {
  return Promise.all(modes.map((mode) => readNextFree(mode)));
}

/**
 * The next free arrival window; never throws.
 * @param job a package for a bike; without it, one hour of work
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

/** The shop's date: as prerendered, to match the document; of the clock where the free times are read only now. */
export function todayOf(live: NextFree | Promise<NextFree>): string {
  return live instanceof Promise ? atShop(new Date()).date : live.today;
}
