import { toAppError, type AppError } from '@twostroke/shared/data';
import { haptic } from '@twostroke/shared/state';
import { useState } from 'react';
import { callbackFaults, type CallbackFaults } from './callback-faults.ts';
import { sendCallback, type CallbackDraft, type CallbackReason } from './send-callback.ts';

export type CallbackState =
  | { status: 'writing'; faults: CallbackFaults; failure: AppError | null }
  | { status: 'sending'; faults: CallbackFaults; failure: null }
  | { status: 'sent' };

/** Checks and sends a request to be called. */
export function useCallbackRequest(
  reason: CallbackReason,
): [CallbackState, (draft: CallbackDraft) => Promise<CallbackFaults>] {
  const [state, setState] = useState<CallbackState>({ status: 'writing', faults: {}, failure: null });

  /** Answers the faults, so that the form can move focus to the first. */
  async function send(draft: CallbackDraft): Promise<CallbackFaults> {
    if (state.status === 'sending') return {};
    const faults = callbackFaults(reason, draft);
    if (Object.keys(faults).length > 0) return refuse(faults, null);
    setState({ status: 'sending', faults: {}, failure: null });
    try {
      await sendCallback(reason, draft);
      setState({ status: 'sent' });
      return {};
    } catch (thrown) {
      const failure = toAppError(thrown);
      const field = (['name', 'phone', 'bike'] as const).find((known) => known === failure.hint);
      return field ? refuse({ [field]: failure.message }, null) : refuse({}, failure);
    }
  }

  function refuse(faults: CallbackFaults, failure: AppError | null): CallbackFaults {
    haptic('refused');
    setState({ status: 'writing', faults, failure });
    return faults;
  }

  return [state, send];
}
