import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import { formatWindowInWords } from '@twostroke/shared/domain/calendar';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { fewWords, PlacesBar } from '../../parts/places-bar.tsx';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import type { SlotCalendar, SlotDay } from '@twostroke/shared/api/slots';
import { unavailableLabel, windowNote, windowsLegend } from './slot-words.ts';

export interface ChooseWindowProps {
  day: SlotDay;
  mode: ServiceMode;
  calendar: Pick<SlotCalendar, 'minutes' | 'windows' | 'two_day'>;
  chosen: string | null;
  onChoose: (start: string) => void;
  error: string | undefined;
}

/** The arrival windows of a day. */
export function ChooseWindow({ day, mode, calendar, chosen, onChoose, error }: ChooseWindowProps) {
  return (
    <Choices id="time" legend={windowsLegend(day.date, mode)} error={error}>
      {day.windows.map((window) => (
        <Choice
          key={window.start}
          name="time"
          value={window.start}
          checked={window.start === chosen}
          onChange={() => onChoose(window.start)}
          title={formatWindowInWords(window.start, window.end)}
          note={windowNote(window, day, calendar)}
          end={
            <>
              <PlacesBar free={window.free} places={window.places} />
              {fewWords(window.free) ?? <VisuallyHidden>{window.free} free</VisuallyHidden>}
            </>
          }
          unavailable={window.why ? unavailableLabel(window.why) : null}
        />
      ))}
    </Choices>
  );
}
