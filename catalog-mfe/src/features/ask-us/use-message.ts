import { toAppError, type AppError } from '@twostroke/shared/data';
import { haptic } from '@twostroke/shared/state';
import { useState } from 'react';
import { messageFaults, messageFields, type MessageDraft, type MessageFaults } from './message-faults.ts';
import { sendMessage } from './send-message.ts';

export type MessageState =
  | { status: 'writing'; faults: MessageFaults; failure: AppError | null; attempt: number }
  | { status: 'sending'; faults: MessageFaults; failure: null; attempt: number }
  | { status: 'sent'; draft: MessageDraft };

const fresh: MessageState = { status: 'writing', faults: {}, failure: null, attempt: 0 };

export interface MessageActions {
  send: (draft: MessageDraft) => Promise<void>;
  writeAnother: () => void;
}

/** Checks a message, sends it and says how it went. What was typed stays in the form until it was taken. */
export function useMessage(): [MessageState, MessageActions] {
  const [state, setState] = useState<MessageState>(fresh);

  async function send(draft: MessageDraft): Promise<void> {
    if (state.status !== 'writing') return;
    const attempt = state.attempt + 1;
    const refuse = (faults: MessageFaults, failure: AppError | null): void => {
      haptic('refused');
      setState({ status: 'writing', faults, failure, attempt });
    };
    const faults = messageFaults(draft);
    if (Object.keys(faults).length > 0) return refuse(faults, null);
    setState({ status: 'sending', faults: {}, failure: null, attempt });
    try {
      await sendMessage(draft);
      setState({ status: 'sent', draft });
    } catch (thrown) {
      const failure = toAppError(thrown);
      const field = messageFields.find((known) => known === failure.hint);
      if (field) refuse({ [field]: failure.message }, null);
      else refuse({}, failure);
    }
  }

  return [state, { send, writeAnother: () => setState(fresh) }];
}
