import { callRpc } from '@twostroke/shared/client';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** The reason for the call: an unlisted bike, or a PIN that the shop does not serve yet. */
export type CallbackReason =
  | { kind: Extract<DatabaseEnum<'callback_kind'>, 'unlisted_bike'> }
  | { kind: Extract<DatabaseEnum<'callback_kind'>, 'unserved_pin'>; pin: string };

export interface CallbackDraft {
  name: string;
  phone: string;
  /** Brand and model in the customer's words; only for an unlisted bike. */
  bike: string;
  /** A honeypot: people never see this field, so a filled one is from a bot. */
  website: string;
}

/**
 * Leaves a number to be called.
 * @throws AppError; `hint` names the rejected field: name, phone, bike, pin
 */
export async function sendCallback(reason: CallbackReason, draft: CallbackDraft): Promise<void> {
  const details = {
    website: draft.website,
    ...(reason.kind === 'unserved_pin' ? { pin: reason.pin } : { bike: draft.bike }),
  };
  await callRpc('request_callback', { kind: reason.kind, name: draft.name, phone: draft.phone, details });
}
