import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import type { CustomerMessageKind, SmsMessage } from '../../backend/adapters/message-adapters.ts';
import { smsText } from './plain-text.ts';

/** The answer of private.message_to_send for a request to be called back: there is no mail of it. */
export interface CallbackContent {
  kind: Extract<CustomerMessageKind, 'callback_received'>;
  channel: DatabaseEnum<'message_channel'>;
  /** Number with plus sign. */
  recipient: string;
  version: number;
  callback: { id: string };
  shop: { name: string; phone: string };
}

export function composeCallbackSms({ kind, recipient, callback, shop }: CallbackContent): SmsMessage {
  return {
    to: recipient,
    template: kind,
    values: { phone: shop.phone },
    text: smsText(
      `${shop.name}: we have your request and call you back in our opening hours. In a hurry? Call ${shop.phone}.`,
    ),
    key: `${callback.id}.${kind}`,
  };
}
