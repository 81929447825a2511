import { explainError } from '@twostroke/shared/data';
import { leaveWaitlist, type InLine } from '@twostroke/shared/data/waitlist';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef, useState } from 'react';

export interface InLineNoteProps {
  inLine: InLine;
  /** As typed. */
  phone: string;
}

/** In line: at which place, what comes next, and the way out. */
export function InLineNote({ inLine, phone }: InLineNoteProps) {
  const [state, setState] = useState<'in' | 'leaving' | 'left'>('in');
  const [problem, setProblem] = useState<string | null>(null);
  const words = useRef<HTMLDivElement>(null);
  // The form, and later the button, that was pressed is gone.
  const hasLeft = state === 'left';
  useEffect(() => words.current?.focus(), [hasLeft]);

  async function leave(): Promise<void> {
    setState('leaving');
    setProblem(null);
    try {
      await leaveWaitlist(inLine.token);
      setState('left');
    } catch (thrown) {
      setProblem(explainError(thrown));
      setState('in');
    }
  }

  return (
    <Stack>
      <FormProblem sentence={problem} />
      <div ref={words} tabIndex={-1}>
        <Note tone={hasLeft ? 'plain' : 'ok'} role="status">
          {hasLeft ? (
            <p>You are no longer in line.</p>
          ) : (
            <p>
              <b>You’re number {inLine.position} in line.</b> We’ll send a link to {phone.trim()}; it holds the place
              for 20 minutes.
            </p>
          )}
        </Note>
      </div>
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
