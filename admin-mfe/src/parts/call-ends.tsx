import { formatInstant } from '@twostroke/shared/domain/calendar';
import { useNavigate } from '@twostroke/shared/router';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useState } from 'react';
import { explain } from '../messages.ts';
import { logCall, type CallEnd } from '../model/log-call.ts';
import { callerPath, type CallerWish } from '../model/view-paths.ts';

export interface CallEndsProps {
  name: string;
  /** The request that the call answers. */
  of: { callback: string } | { waiting: string };
  /** What the page for callers is filled in with; null while it can't be booked. */
  wish: CallerWish | null;
  tries: number;
  tried_at: string | null;
  /** Ends that leave the list. */
  closing: readonly CallEnd[];
  onLogged: (end: CallEnd) => void;
}

const words: Readonly<Record<CallEnd, { button: string; done: (name: string) => string }>> = {
  reached: { button: 'Reached', done: (name) => `${name} is ticked off` },
  no_answer: { button: 'No answer', done: (name) => `${name} stays on the list: tried just now` },
  not_wanted: { button: 'Not wanted', done: (name) => `${name} is off the list` },
};

/** How the call of a request ended, each in one press; or the booking that it asks for. */
export function CallEnds({ name, of, wish, tries, tried_at, closing, onLogged }: CallEndsProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<CallEnd | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function log(outcome: CallEnd): Promise<void> {
    setBusy(outcome);
    setProblem(null);
    try {
      await logCall({ ...of, outcome });
      void notify(words[outcome].done(name));
      onLogged(outcome);
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(null);
  }
  return (
    <>
      {tried_at && (
        <span>
          No answer{tries > 1 && `, ${tries} times`}: tried {formatInstant(tried_at)}
        </span>
      )}
      <FormProblem sentence={problem} />
      <Row>
        {wish && (
          <Button small onClick={() => void navigate(callerPath, { state: wish })}>
            Book this<VisuallyHidden>: {name}</VisuallyHidden>
          </Button>
        )}
        {(['no_answer', ...closing] as const).map((end) => (
          <Button key={end} variant="line" small busy={busy === end} busyLabel="Saving" onClick={() => void log(end)}>
            {words[end].button}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </Button>
        ))}
      </Row>
    </>
  );
}
