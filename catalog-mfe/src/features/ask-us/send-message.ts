import { callRpc } from '@twostroke/shared/client';
import type { MessageDraft } from './validate-message.ts';

/**
 * Leaves a message for the shop.
 * @throws AppError; `hint` names the rejected field, `rate_limited` after five a day from one number
 */
export async function sendMessage({ name, phone, message }: MessageDraft): Promise<void> {
  await callRpc('request_callback', { kind: 'message', name, phone, details: { message: message.trim() } });
}
