import { callRpc } from '@twostroke/shared/data';
import type { MessageDraft } from './message-faults.ts';

/**
 * Leaves a message for the shop.
 * @throws AppError; `hint` names the field that was refused, `rate_limited` after five a day from one number
 */
export async function sendMessage({ name, phone, message }: MessageDraft): Promise<void> {
  await callRpc('request_callback', { kind: 'message', name, phone, details: { message: message.trim() } });
}
