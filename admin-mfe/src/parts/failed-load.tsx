import type { AppError } from '@twostroke/shared/client';
import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { explain } from '../messages.ts';

export interface FailedLoadProps {
  /** What could not be loaded: "the free times". */
  what: string;
  error: AppError;
  /** Loads it again. Moves the focus where it goes on: the button goes with the message. */
  onRetry: () => void;
}

/** For staff, in place of what could not be loaded: why, and the same once more. */
export function FailedLoad({ what, error, onRetry }: FailedLoadProps) {
  return (
    <Note tone="warn" role="alert">
      <p>
        <b>We could not load {what}.</b> {explain(error)}
      </p>
      <Button variant="line" small onClick={onRetry}>
        Try again<VisuallyHidden>: {what}</VisuallyHidden>
      </Button>
    </Note>
  );
}
