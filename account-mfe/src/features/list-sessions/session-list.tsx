import { callRpc } from '@twostroke/shared/client';
import type { FunctionResult } from '@twostroke/shared/contracts/functions';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { LineItem } from '@twostroke/shared/ui/line-item';
import { Stack } from '@twostroke/shared/ui/stack';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import { signOutOthers } from '../../model/accounts.ts';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { describeDevice } from './describe-device.ts';

type Session = FunctionResult<'list_sessions'>[number];

export interface SessionListProps {
  sessions: readonly Session[];
  onChanged: () => void;
}

/** The devices of a person, this one first; each of the others can be signed out. */
export function SessionList({ sessions, onChanged }: SessionListProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ what: string; sentence: string } | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const others = sessions.filter(({ current }) => !current);

  /** @param end signs out, and answers why it could not */
  async function run(what: string, end: () => Promise<string | null>, done: string): Promise<void> {
    if (busy) return;
    setBusy(what);
    setProblem(null);
    const sentence = await end();
    setBusy(null);
    if (sentence) return setProblem({ what, sentence });
    void notify(done);
    // The button that was pressed is removed with its line.
    top.current?.focus({ preventScroll: true });
    onChanged();
  }

  const problemOf = (what: string): string | null => (problem?.what === what ? problem.sentence : null);

  return (
    <div ref={top} tabIndex={-1}>
      <Stack>
        <Stack as="ul" gap="s">
          {[...sessions.filter(({ current }) => current), ...others].map((session) => {
            const device = describeDevice(session.user_agent);
            return (
              <li key={session.id}>
                <FormProblem sentence={problemOf(session.id)} />
                <LineItem
                  title={device}
                  note={session.current ? 'This device' : `Last used ${formatInstant(session.used_at)}`}
                  action={
                    !session.current && (
                      <Button
                        variant="quiet"
                        small
                        busy={busy === session.id}
                        busyLabel="Signing out"
                        onClick={() => void run(session.id, () => end(session.id), `${device} is signed out`)}
                      >
                        Sign out<VisuallyHidden>: {device}</VisuallyHidden>
                      </Button>
                    )
                  }
                />
              </li>
            );
          })}
        </Stack>
        <FormProblem sentence={problemOf('others')} />
        {others.length > 1 && (
          <Button
            variant="line"
            busy={busy === 'others'}
            busyLabel="Signing out"
            onClick={() => void run('others', endOthers, 'All your other devices are signed out')}
          >
            Sign out of all others
          </Button>
        )}
      </Stack>
    </div>
  );
}

async function end(session: string): Promise<string | null> {
  try {
    await callRpc('end_session', { session });
    return null;
  } catch (thrown) {
    return explain(thrown);
  }
}

async function endOthers(): Promise<string | null> {
  const error = await signOutOthers();
  return error && explainAuthError(error);
}
