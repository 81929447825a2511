import { callRpc } from '@twostroke/shared/data';

/** Why we are to call: a bike we do not list, or a PIN we do not come to yet. */
export type CallbackReason = { kind: 'unlisted_bike' } | { kind: 'unserved_pin'; pin: string };

export interface CallbackDraft {
  name: string;
  phone: string;
  /** Brand and model in the customer's words; of an unlisted bike only. */
  bike: string;
  /** Nobody sees this field: whoever fills it is a robot. */
  website: string;
}

/**
 * Leaves a number to be called.
 * @throws AppError; `hint` names the field that was refused: name, phone, bike, pin
 */
export async function sendCallback(reason: CallbackReason, draft: CallbackDraft): Promise<void> {
  const details = {
    website: draft.website,
    ...(reason.kind === 'unserved_pin' ? { pin: reason.pin } : { bike: draft.bike }),
  };
  await callRpc('request_callback', { kind: reason.kind, name: draft.name, phone: draft.phone, details });
}
