import { formatWindow } from '@twostroke/shared/domain/calendar';
import { Button } from '@twostroke/shared/ui/button';
import { Stack } from '@twostroke/shared/ui/stack';
import type { ArrivalWindow, SlotDay } from '@twostroke/shared/api/slots';

export interface FullWindowsProps {
  day: SlotDay;
  onWait: (window: ArrivalWindow) => void;
}

/** Full windows, each with its waitlist. */
export function FullWindows({ day, onWait }: FullWindowsProps) {
  const full = day.windows.filter(({ why }) => why === 'full');
  if (full.length === 0) return null;
  return (
    <Stack gap="s" start>
      {full.map((window) => (
        <Button variant="quiet" key={window.start} onClick={() => onWait(window)}>
          {formatWindow(window.start, window.end)} is full. Tell me if a place frees up
        </Button>
      ))}
    </Stack>
  );
}
