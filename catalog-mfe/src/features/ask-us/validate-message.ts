import { parseName } from '@twostroke/shared/domain/person-name';
import { parsePhone } from '@twostroke/shared/domain/phone';
import { messages } from '../../messages.ts';

export interface MessageDraft {
  name: string;
  phone: string;
  message: string;
}

export type MessageField = keyof MessageDraft;
export type MessageErrors = Partial<Record<MessageField, string>>;

export const messageFields: readonly MessageField[] = ['name', 'phone', 'message'];
/** Characters a message may have. */
export const MESSAGE_LENGTH = 500;

/** Validation errors by field, each saying what to enter. Empty when all is well. */
export function validateMessage({ name, phone, message }: MessageDraft): MessageErrors {
  const text = message.trim();
  return {
    ...(parseName(name) ? {} : { name: messages.name }),
    ...(parsePhone(phone) ? {} : { phone: messages.phone }),
    ...(text === '' ? { message: messages.message } : {}),
    ...(text.length > MESSAGE_LENGTH ? { message: messages.message_too_long({ max: MESSAGE_LENGTH }) } : {}),
  };
}
