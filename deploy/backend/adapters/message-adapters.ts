import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import type { Logger } from '../logger.ts';

/** What a message to a customer is about. */
export type CustomerMessageKind = DatabaseEnum<'message_kind'>;

/** A message about a booking or a place on the waitlist. */
export type BookingMessageKind = Exclude<CustomerMessageKind, 'place_free' | 'callback_received'>;

/** A text message to a phone. Providers in India send only registered templates, so its parts are given too. */
export interface SmsMessage {
  /** International number with plus sign, such as +919876543210. */
  to: string;
  template: 'sign_in_code' | CustomerMessageKind;
  /** Values for the template: for a sign-in code `code` and `minutes`. */
  values: Record<string, string>;
  /** The whole text, for providers that take free text. */
  text: string;
  /** Idempotency key, the same for every attempt to send one message. */
  key?: string;
}

/** What a real SMS provider implements. */
export interface SmsAdapter {
  /** Resolves when the provider has accepted the message; rejects when it has not. @throws UndeliverableError */
  send(message: SmsMessage): Promise<void>;
}

export interface MailMessage {
  to: string;
  kind:
    | 'sign_in_code'
    | 'reset_password'
    | 'confirm_address'
    | 'confirm_change'
    | 'account_exists'
    /** To the shop itself. */
    | 'budget_alert'
    | CustomerMessageKind;
  subject: string;
  /** Plain text, complete. */
  text: string;
  /** For sign-in mails: the six-digit code and the equivalent link, for providers with templates. */
  code?: string;
  link?: string | undefined;
  /** The entry for the recipient's calendar (RFC 5545) and its method (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; fileName: string; content: string };
  /** Idempotency key, the same for every attempt to send one message; sent as the Message-ID. */
  key?: string;
}

/** What a real mail provider implements. */
export interface MailAdapter {
  /** Resolves when the mail has been accepted; rejects when it has not. @throws UndeliverableError */
  send(message: MailMessage): Promise<void>;
}

/** An adapter's rejection when a retry can't help: there is no such number or mailbox. */
export class UndeliverableError extends Error {}

/** Shows messages instead of sending them, for development and demos. */
export function consoleSms(logger: Logger): SmsAdapter {
  return { send: async ({ to, text }) => show(logger, `[SMS to ${to}] ${text}`) };
}

/** Shows mails instead of sending them, for development and demos. */
export function consoleMail(logger: Logger): MailAdapter {
  return {
    send: async ({ to, subject, text, calendar }) =>
      show(logger, `[Mail to ${to}] ${subject}\n${text}${calendar ? `\n[${calendar.fileName} is attached]` : ''}`),
  };
}

/** Messages hold codes, links and people, so a log gets none of them: they are shown in a terminal, or when asked for. */
function show(logger: Logger, message: string): void {
  if (process.stdout.isTTY || process.env.TWOSTROKE_SHOW_MESSAGES === '1') return console.log(message);
  logger.info('A message was not sent, because no provider is set. TWOSTROKE_SHOW_MESSAGES=1 shows messages here.');
}
