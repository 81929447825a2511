import type { ArrivalWindow, SlotDay } from '@twostroke/shared/data/slots';

interface Wish {
  date: string;
  /** Null: any window of the day. */
  start: string | null;
}

export interface PickedSlot {
  day: SlotDay | null;
  window: ArrivalWindow | null;
}

/**
 * What is selected in the lists: what was pressed, else what the draft holds if it is still free, else the first free.
 * A day that was pressed gets its first free window.
 */
export function pickSlot(
  days: readonly SlotDay[],
  wish: Wish | null,
  draft: Wish | null,
  firstFree: Wish | null,
): PickedSlot {
  for (const candidate of [wish, draft, firstFree]) {
    const day = candidate && days.find(({ date }) => date === candidate.date);
    const free = day?.windows.filter((window) => window.why === null) ?? [];
    const window = candidate?.start ? free.find(({ start }) => start === candidate.start) : free[0];
    if (day && window) return { day, window };
    // Pressed, and gone meanwhile: stay on the day.
    if (day && candidate === wish) return { day, window: null };
  }
  return { day: null, window: null };
}
