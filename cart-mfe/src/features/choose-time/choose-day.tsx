import { formatDay } from '@twostroke/shared/domain/calendar';
import type { SlotDay } from '@twostroke/shared/api/slots';
import { DayCell, DayStrip } from '../../parts/day-strip.tsx';
import { fewWords, PlacesBar } from '../../parts/places-bar.tsx';
import { Text } from '@twostroke/shared/ui/text';
import { dayRemark, freeOnDay, isFull, spokenDay, unavailableDayNote, unavailableDayWord } from './slot-words.ts';

export interface ChooseDayProps {
  days: readonly SlotDay[];
  today: string;
  chosen: string | null;
  onChoose: (date: string) => void;
  error: string | undefined;
}

/** The days, each with what is special about it: few places, short hours, or why it can't be booked. */
export function ChooseDay({ days, today, chosen, onChoose, error }: ChooseDayProps) {
  const remarks = days.flatMap((day) => {
    const remark = dayRemark(day);
    return remark ? [`${formatDay(day.date)}: ${remark}`] : [];
  });
  return (
    <div>
      <DayStrip id="date" legend="Day" count={days.length} error={error}>
        {days.map((day) => {
          const off = unavailableDayNote(day) !== null;
          const free = freeOnDay(day);
          return (
            <DayCell
              key={day.date}
              name="day"
              date={day.date}
              checked={day.date === chosen}
              onChange={() => onChoose(day.date)}
              word={off ? unavailableDayWord(day) : (fewWords(free) ?? <PlacesBar {...placesOf(day)} narrow />)}
              spoken={spokenDay(day, today)}
              off={off}
              // A full day can be chosen to join a waitlist.
              disabled={off && !isFull(day)}
            />
          );
        })}
      </DayStrip>
      {/* Screen readers get it with each day. */}
      {remarks.length > 0 && (
        <Text size="small" aria-hidden="true">
          {remarks.join('. ')}.
        </Text>
      )}
    </div>
  );
}

function placesOf(day: SlotDay): { free: number; places: number } {
  return { free: freeOnDay(day), places: day.windows.reduce((sum, { places }) => sum + places, 0) };
}
