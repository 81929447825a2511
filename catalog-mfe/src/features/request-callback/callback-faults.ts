import type { CallbackDraft, CallbackReason } from './send-callback.ts';

export type CallbackFaults = Partial<Record<'name' | 'phone' | 'bike', string>>;

const mobile = /^[6-9]\d{9}$/;
const name = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]{1,59}$/u;

/** A mobile number as people type it, without +91, leading 0, spaces and hyphens. */
export function bareMobile(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s().-]/g, '')
    .replace(/^(?:\+?91(?=\d{10}$)|0(?=\d{10}$))/, '');
}

/** What has to be put right, by field, in words that say how. Empty when all is well. */
export function callbackFaults(reason: CallbackReason, draft: CallbackDraft): CallbackFaults {
  const bike = draft.bike.trim();
  return {
    ...(reason.kind === 'unlisted_bike' && (bike.length < 2 || bike.length > 80)
      ? { bike: 'Enter the brand and model of your bike' }
      : {}),
    ...(name.test(draft.name.trim()) ? {} : { name: 'Enter your name' }),
    ...(mobile.test(bareMobile(draft.phone))
      ? {}
      : { phone: 'Enter a 10-digit Indian mobile number, like 98220 12345' }),
  };
}
