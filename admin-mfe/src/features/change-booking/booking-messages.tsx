import { retryMessage } from '@twostroke/shared/api/bookings';
import { toAppError } from '@twostroke/shared/client';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { Stack } from '@twostroke/shared/ui/stack';
import { Trail } from '@twostroke/shared/ui/trail';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { useMay } from '../../model/duty.ts';
import { messageChannels, messageKinds } from '../../model/message-words.ts';
import type { BookingMessage } from './read-booking.ts';

export interface BookingMessagesProps {
  messages: readonly BookingMessage[];
  /** Reloads the page's data after a message was queued again. */
  onChanged: () => Promise<void>;
}

/** The customer's messages, sent and waiting, and those that could not be delivered. */
export function BookingMessages({ messages, onChanged }: BookingMessagesProps) {
  const may = useMay();
  const [trying, setTrying] = useState<number | null>(null);
  const [problem, setProblem] = useState<{ id: number; sentence: string } | null>(null);
  // Dropped messages are hidden: the customer never needed them.
  const shown = messages.filter(({ status }) => status !== 'dropped');
  if (shown.length === 0) return null;

  async function sendAgain(message: BookingMessage): Promise<void> {
    const { id } = message;
    setTrying(id);
    setProblem(null);
    try {
      await retryMessage(id);
      void notify(`${channelWord(message)} goes out again: ${kindWord(message)}`);
    } catch (thrown) {
      setProblem({ id, sentence: explain(thrown) });
      // Only then is there something new to read.
      if (toAppError(thrown).code !== 'conflict') return setTrying(null);
    }
    await onChanged();
    setTrying(null);
  }

  return (
    <Stack as="section" gap="s">
      <Heading level={3} size="s">
        Messages
      </Heading>
      <Trail
        wide
        items={shown.map((message) => ({
          key: String(message.id),
          time: formatInstant(message.sent_at ?? message.due_at),
          text: (
            <>
              {messageWords(message)}
              <FormProblem sentence={problem?.id === message.id ? problem.sentence : null} />
              {message.status === 'failed' && may('change_bookings') && (
                <>
                  {' '}
                  <Button
                    variant="line"
                    small
                    busy={trying === message.id}
                    busyLabel="Sending"
                    onClick={() => void sendAgain(message)}
                    aria-label={`Send again: ${channelWord(message)}, ${kindWord(message)}`}
                  >
                    Send again
                  </Button>
                </>
              )}
            </>
          ),
        }))}
      />
    </Stack>
  );
}

/** "SMS sent: confirmation", "Mail failed: confirmation. No such mailbox". */
function messageWords(message: BookingMessage): string {
  const { status, last_error } = message;
  const state = status === 'waiting' && last_error ? 'is tried again' : status === 'waiting' ? 'to come' : status;
  return `${channelWord(message)} ${state}: ${kindWord(message)}${last_error ? `. ${last_error}` : ''}`;
}

const channelWord = ({ channel }: BookingMessage): string => messageChannels[channel];
const kindWord = ({ kind }: BookingMessage): string => messageKinds[kind];
