import { nameMessage, parseName } from '@twostroke/shared/domain/person-name';
import { parsePhone, phoneMessage } from '@twostroke/shared/domain/phone';

export interface MessageDraft {
  name: string;
  phone: string;
  message: string;
}

export type MessageField = keyof MessageDraft;
export type MessageFaults = Partial<Record<MessageField, string>>;

export const messageFields: readonly MessageField[] = ['name', 'phone', 'message'];
/** Characters a message may have. */
export const MESSAGE_LENGTH = 500;

/** What has to be put right, by field, in words that say how. Empty when all is well. */
export function messageFaults({ name, phone, message }: MessageDraft): MessageFaults {
  const text = message.trim();
  return {
    ...(parseName(name) ? {} : { name: nameMessage }),
    ...(parsePhone(phone) ? {} : { phone: phoneMessage }),
    ...(text === '' ? { message: 'Write what we can do for you' } : {}),
    ...(text.length > MESSAGE_LENGTH ? { message: `Keep the message to ${MESSAGE_LENGTH} characters` } : {}),
  };
}
