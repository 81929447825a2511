import { nameMessage } from '@twostroke/shared/domain/person-name';
import { phoneMessage } from '@twostroke/shared/domain/phone';
import { bikeMessage } from '@twostroke/shared/domain/vehicle';
import type { CallbackDraft, CallbackReason } from './send-callback.ts';

export type CallbackErrors = Partial<Record<'name' | 'phone' | 'bike', string>>;

const mobile = /^[6-9]\d{9}$/;
const name = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]{1,59}$/u;

/** A typed mobile number, without +91, leading 0, spaces and hyphens. */
export function bareMobile(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s().-]/g, '')
    .replace(/^(?:\+?91(?=\d{10}$)|0(?=\d{10}$))/, '');
}

/** Validation errors by field, each saying what to enter. Empty when all is well. */
export function validateCallback(reason: CallbackReason, draft: CallbackDraft): CallbackErrors {
  const bike = draft.bike.trim();
  return {
    ...(reason.kind === 'unlisted_bike' && (bike.length < 2 || bike.length > 80) ? { bike: bikeMessage } : {}),
    ...(name.test(draft.name.trim()) ? {} : { name: nameMessage }),
    ...(mobile.test(bareMobile(draft.phone)) ? {} : { phone: phoneMessage }),
  };
}
