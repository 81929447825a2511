import { formatDay, formatWindow, nearDay } from '@twostroke/shared/domain/calendar';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import type { SlotDay } from '@twostroke/shared/api/slots';
import { unavailableDayNote, freeOnDay, isFull } from './slot-words.ts';

export interface ChooseDayProps {
  days: readonly SlotDay[];
  today: string;
  chosen: string | null;
  onChoose: (date: string) => void;
  error: string | undefined;
}

/** The days, each with its places left or the reason why there are none. */
export function ChooseDay({ days, today, chosen, onChoose, error }: ChooseDayProps) {
  return (
    <Choices id="date" legend="Day" dense error={error}>
      {days.map((day) => {
        const free = freeOnDay(day);
        const why = unavailableDayNote(day);
        return (
          <Choice
            key={day.date}
            name="day"
            value={day.date}
            checked={day.date === chosen}
            onChange={() => onChoose(day.date)}
            title={formatDay(day.date)}
            note={[nearDay(day.date, today), day.note ?? shortDay(day)].filter(Boolean).join(', ') || null}
            // A full day can be chosen to join a waitlist.
            end={why ?? (free === 1 ? '1 place' : `${free} places`)}
            unavailable={isFull(day) ? null : why}
          />
        );
      })}
    </Choices>
  );
}

/** Hours of a day that starts late or ends early: "10 am – 4 pm". */
function shortDay({ windows }: SlotDay): string | null {
  const first = windows[0];
  const last = windows.at(-1);
  if (!first || !last || (first.start <= '09:00' && last.end >= '18:00')) return null;
  return formatWindow(first.start, last.end);
}
