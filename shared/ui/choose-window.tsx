import type { SlotCalendar, SlotDay } from '@twostroke/shared/contracts/answers/slots';
import { formatWindowInWords } from '@twostroke/shared/domain/calendar';
import { unavailableLabel, windowNote } from '@twostroke/shared/domain/slot-words';
import { Choice } from './choice.tsx';
import { Choices } from './choices.tsx';
import { fewWords, PlacesBar } from './places-bar.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface ChooseWindowProps {
  legend: string;
  day: SlotDay;
  calendar: Pick<SlotCalendar, 'minutes' | 'windows' | 'two_day'>;
  /** HH:MM */
  chosen: string | null;
  onChoose: (start: string) => void;
  /** HH:MM, the window that the booking has. */
  own?: string | null;
  error: string | undefined;
  /** Set it when an ErrorSummary links here. */
  id?: string;
}

/** The arrival windows of a day. */
export function ChooseWindow({ legend, day, calendar, chosen, onChoose, own, error, id }: ChooseWindowProps) {
  return (
    <Choices id={id} legend={legend} error={error}>
      {day.windows.map((window) => (
        <Choice
          key={window.start}
          name="time"
          value={window.start}
          checked={window.start === chosen}
          onChange={() => onChoose(window.start)}
          title={formatWindowInWords(window.start, window.end)}
          note={window.start === own ? null : windowNote(window, day, calendar)}
          end={
            <>
              <PlacesBar free={window.free} places={window.places} />
              {fewWords(window.free) ?? <VisuallyHidden>{window.free} free</VisuallyHidden>}
            </>
          }
          unavailable={window.start === own ? 'your time now' : window.why && unavailableLabel(window.why)}
        />
      ))}
    </Choices>
  );
}
