import type { SlotDay } from '@twostroke/shared/contracts/answers/slots';
import { formatDay } from '@twostroke/shared/domain/calendar';
import {
  dayRemark,
  freeOnDay,
  isFull,
  spokenDay,
  unavailableDayNote,
  unavailableDayWord,
} from '@twostroke/shared/domain/slot-words';
import { DayCell, DayStrip } from './day-strip.tsx';
import { fewWords, PlacesBar } from './places-bar.tsx';
import { Text } from './text.tsx';

export interface ChooseDayProps {
  days: readonly SlotDay[];
  /** YYYY-MM-DD */
  today: string;
  chosen: string | null;
  onChoose: (date: string) => void;
  error?: string | undefined;
  /** A full day can be chosen, to join a waitlist. */
  fullToo?: boolean;
  /** Set it when an ErrorSummary links here. */
  id?: string;
}

/** The days, each with what is special about it: few places, short hours, or why it can't be booked. */
export function ChooseDay({ days, today, chosen, onChoose, error, fullToo = false, id }: ChooseDayProps) {
  const remarks = days.flatMap((day) => {
    const remark = dayRemark(day);
    return remark ? [`${formatDay(day.date)}: ${remark}`] : [];
  });
  return (
    <div>
      <DayStrip id={id} legend="Day" count={days.length} error={error}>
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
              disabled={off && !(fullToo && isFull(day))}
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
