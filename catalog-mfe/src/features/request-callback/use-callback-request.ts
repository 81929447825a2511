import { toAppError, type AppError } from '@twostroke/shared/client';
import { haptic } from '@twostroke/shared/state';
import { useState } from 'react';
import { validateCallback, type CallbackErrors } from './validate-callback.ts';
import { sendCallback, type CallbackDraft, type CallbackReason } from './send-callback.ts';

export type CallbackState =
  /** failure: why it was not sent, unless a field is invalid. */
  | { status: 'writing'; errors: CallbackErrors; failure: string | null }
  | { status: 'sending'; errors: CallbackErrors; failure: null }
  | { status: 'sent' };

/** Validates and sends a call-back request. */
export function useCallbackRequest(
  reason: CallbackReason,
): [CallbackState, (draft: CallbackDraft) => Promise<CallbackErrors>] {
  const [state, setState] = useState<CallbackState>({ status: 'writing', errors: {}, failure: null });

  /** Returns the validation errors, so that the form can focus the first. */
  async function send(draft: CallbackDraft): Promise<CallbackErrors> {
    if (state.status === 'sending') return {};
    const errors = validateCallback(reason, draft);
    if (Object.keys(errors).length > 0) return reject(errors, null);
    setState({ status: 'sending', errors: {}, failure: null });
    try {
      await sendCallback(reason, draft);
      setState({ status: 'sent' });
      return {};
    } catch (thrown) {
      const error = toAppError(thrown);
      const words = await rejectionWords(error);
      const field = (['name', 'phone', 'bike'] as const).find((known) => known === error.hint);
      if (words && field) return reject({ [field]: words }, null);
      if (error.code !== 'rate_limited') return reject({}, notSent);
      return reject({}, words ?? 'There were many tries from your connection.');
    }
  }

  function reject(errors: CallbackErrors, failure: string | null): CallbackErrors {
    haptic('refused');
    setState({ status: 'writing', errors, failure });
    return errors;
  }

  return [state, send];
}

const notSent = 'We could not send this. What you typed is still here.';

/** The sentence for a rejection; null for any other failure. The messages are loaded with the first rejection. */
async function rejectionWords(error: AppError): Promise<string | null> {
  if (!error.hint) return null;
  try {
    return (await import('../../messages.ts')).wordsOfRejection(error);
  } catch {
    return null;
  }
}
