import { offline } from '@twostroke/shared/ui/icons';
import { Note } from '@twostroke/shared/ui/note';
import { useOnline } from '@twostroke/shared/ui/use-online';

/** Shown on every step while offline. */
export function SavedOnPhone() {
  if (useOnline()) return null;
  return (
    <Note tone="warn" icon={offline} role="status">
      <p>
        <b>Your booking is saved on this phone.</b> You can go on. We send it once, by itself, when the internet is
        back, and ask you again if the time has gone.
      </p>
    </Note>
  );
}
