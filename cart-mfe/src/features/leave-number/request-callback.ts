import { callRpc } from '@twostroke/shared/client';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** Why the shop is asked to call. */
export type CallbackKind = Exclude<DatabaseEnum<'callback_kind'>, 'message'>;

export interface CallbackRequest {
  kind: CallbackKind;
  name: string;
  phone: string;
  details: { bike?: string; pin?: string };
}

/** Leaves a number for the shop to call. @throws AppError; `hint` names the field that is wrong */
export async function requestCallback({ kind, name, phone, details }: CallbackRequest): Promise<void> {
  await callRpc('request_callback', { kind, name, phone, details });
}
