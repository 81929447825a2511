import type { ArrivalWindow, SlotDay } from '@twostroke/shared/api/slots';

interface SlotChoice {
  date: string;
  /** Null: any window of the day. */
  start: string | null;
}

export interface PickedSlot {
  day: SlotDay | null;
  window: ArrivalWindow | null;
}

/**
 * What is selected in the lists: the customer's choice, else the draft's window if it is still free, else the first
 * free one. A chosen day gets its first free window.
 */
export function pickSlot(
  days: readonly SlotDay[],
  choice: SlotChoice | null,
  draft: SlotChoice | null,
  firstFree: SlotChoice | null,
): PickedSlot {
  for (const candidate of [choice, draft, firstFree]) {
    const day = candidate && days.find(({ date }) => date === candidate.date);
    const free = day?.windows.filter((window) => window.why === null) ?? [];
    const window = candidate?.start ? free.find(({ start }) => start === candidate.start) : free[0];
    if (day && window) return { day, window };
    // Chosen, but taken meanwhile: stay on the day.
    if (day && candidate === choice) return { day, window: null };
  }
  return { day: null, window: null };
}
