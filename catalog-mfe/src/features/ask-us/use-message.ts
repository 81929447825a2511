import { toAppError, type AppError } from '@twostroke/shared/client';
import { haptic } from '@twostroke/shared/state';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { validateMessage, messageFields, type MessageDraft, type MessageErrors } from './validate-message.ts';
import { sendMessage } from './send-message.ts';

export type MessageState =
  | { status: 'writing'; errors: MessageErrors; failure: AppError | null; attempt: number }
  | { status: 'sending'; errors: MessageErrors; failure: null; attempt: number }
  | { status: 'sent'; draft: MessageDraft };

const fresh: MessageState = { status: 'writing', errors: {}, failure: null, attempt: 0 };

export interface MessageActions {
  send: (draft: MessageDraft) => Promise<void>;
  writeAnother: () => void;
}

/** Validates a message, sends it and reports the result. What was typed stays in the form until it was accepted. */
export function useMessage(): [MessageState, MessageActions] {
  const [state, setState] = useState<MessageState>(fresh);

  async function send(draft: MessageDraft): Promise<void> {
    if (state.status !== 'writing') return;
    const attempt = state.attempt + 1;
    const reject = (errors: MessageErrors, failure: AppError | null): void => {
      haptic('refused');
      setState({ status: 'writing', errors, failure, attempt });
    };
    const errors = validateMessage(draft);
    if (Object.keys(errors).length > 0) return reject(errors, null);
    setState({ status: 'sending', errors: {}, failure: null, attempt });
    try {
      await sendMessage(draft);
      setState({ status: 'sent', draft });
    } catch (thrown) {
      const failure = toAppError(thrown);
      const field =
        failure.hint === 'message_too_long' ? 'message' : messageFields.find((known) => known === failure.hint);
      if (field) reject({ [field]: explain(failure) }, null);
      else reject({}, failure);
    }
  }

  return [state, { send, writeAnother: () => setState(fresh) }];
}
