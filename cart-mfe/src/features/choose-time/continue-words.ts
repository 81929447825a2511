import type { ArrivalWindow } from '@twostroke/shared/api/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';

/** "Continue with Sat, 11 am – 1 pm". */
export function continueWords(date: string, window: ArrivalWindow): string {
  return `Continue with ${formatDay(date).slice(0, 3)}, ${formatWindow(window.start, window.end)}`;
}
