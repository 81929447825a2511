import { leaveWaitlist, type WaitlistEntry } from '../../model/waitlist.ts';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explain } from '../../messages.ts';

export interface WaitlistEntryNoteProps {
  entry: WaitlistEntry;
  /** The address or number that gets the link, as typed. Null for a caller whom staff entered without either. */
  linkTo: string | null;
  /** How long an offered place is held. */
  offerMinutes: number;
}

/** The visitor's waitlist entry: position, what happens next, and how to leave. */
export function WaitlistEntryNote({ entry, linkTo, offerMinutes }: WaitlistEntryNoteProps) {
  const [state, setState] = useState<'in' | 'leaving' | 'left'>('in');
  const [problem, setProblem] = useState<string | null>(null);
  const hasLeft = state === 'left';

  async function leave(): Promise<void> {
    setState('leaving');
    setProblem(null);
    try {
      await leaveWaitlist(entry.token);
      setState('left');
    } catch (thrown) {
      setProblem(explain(thrown));
      setState('in');
    }
  }

  return (
    <Stack>
      {/* The form, and later the button, had the focus and has been removed. */}
      <PressAnswer tone="ok" takesFocus key={String(hasLeft)}>
        {hasLeft ? (
          <p>You are no longer in line.</p>
        ) : (
          <p>
            <b>You’re number {entry.position} in line.</b>{' '}
            {linkTo
              ? `We’ll send a link to ${linkTo}; it holds the place for ${offerMinutes} minutes.`
              : 'No link goes to this number, as it is not confirmed: call it when a place frees up.'}
          </p>
        )}
      </PressAnswer>
      <FormProblem sentence={problem} />
      {!hasLeft && (
        <Stack start>
          <Button variant="quiet" busy={state === 'leaving'} busyLabel="Leaving" onClick={() => void leave()}>
            Leave the line
          </Button>
        </Stack>
      )}
    </Stack>
  );
}
