import type { AppError } from '@twostroke/shared/client';
import { shop } from '@twostroke/shared/domain/shop';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Note } from '@twostroke/shared/ui/note';
import { useEffect, useRef } from 'react';
import { explain } from '../../messages.ts';

export interface MessageNotSentProps {
  failure: AppError;
  /** Grows with each attempt, so that the note takes focus again. */
  attempt: number;
}

/** Why a message did not arrive, and what to do. */
export function MessageNotSent({ failure, attempt }: MessageNotSentProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), [attempt]);
  return (
    <div ref={note} tabIndex={-1} role="alert">
      <Note tone="stop">
        <p>{reasonOf(failure)}</p>
        <p>
          <Anchor to={`tel:${shop.phone}`}>Call {shop.phoneShown}</Anchor>
        </p>
      </Note>
    </div>
  );
}

function reasonOf(failure: AppError): string {
  if (failure.code === 'offline') return 'You are offline. What you wrote is still here. Send it when you are back.';
  if (failure.code === 'rate_limited') return `${explain(failure)} What you wrote is still here.`;
  return 'We could not take your message. What you wrote is still here. Try again in a minute.';
}
