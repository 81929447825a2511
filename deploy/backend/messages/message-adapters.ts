import type { Logger } from '../logger.ts';

/** What customers are told about a booking. */
export type BookingMessageKind =
  | 'confirmation'
  | 'change'
  | 'cancellation'
  | 'no_show'
  | 'reminder_24h'
  | 'reminder_2h'
  | 'extra_work'
  | 'weather'
  | 'review';

/** What customers are told: of a booking, or that a place is free for which they wait. */
export type CustomerMessageKind = BookingMessageKind | 'place_free';

/** A text message to a phone. Providers in India send registered templates only, so its parts are given too. */
export interface SmsMessage {
  /** International number with plus sign, such as +919876543210. */
  to: string;
  template: 'sign_in_code' | CustomerMessageKind;
  /** What is filled into the template: of a sign-in code `code` and `minutes`. */
  values: Record<string, string>;
  /** The whole text, for providers that take free text. */
  text: string;
  /** The same at every try to send one message: a provider that knows it does not send it again. */
  key?: string;
}

/** What a real SMS provider implements. */
export interface SmsAdapter {
  /** Resolves when the provider has accepted the message; rejects when it has not. @throws Undeliverable */
  send(message: SmsMessage): Promise<void>;
}

export interface MailMessage {
  to: string;
  kind: 'sign_in_code' | 'reset_password' | 'confirm_address' | 'confirm_change' | CustomerMessageKind;
  subject: string;
  /** Plain text, complete. */
  text: string;
  /** Of sign-in mails: the six digits, and the link that does the same; for providers with templates. */
  code?: string;
  link?: string | undefined;
  /** The entry for the reader's calendar (RFC 5545), and what it is to do there (RFC 5546). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; fileName: string; content: string };
  /** The same at every try to send one message: it becomes the Message-ID. */
  key?: string;
}

/** What a real mail provider implements. */
export interface MailAdapter {
  /** Resolves when the mail has been accepted; rejects when it has not. @throws Undeliverable */
  send(message: MailMessage): Promise<void>;
}

/** What an adapter rejects with when another try can't help: there is no such number or mailbox. */
export class Undeliverable extends Error {}

/** Prints messages instead of sending them: for development and demos. */
export function consoleSms(logger: Logger): SmsAdapter {
  return { send: async ({ to, text }) => logger.info(`[SMS to ${to}] ${text}`) };
}

/** Prints mails instead of sending them: for development and demos. */
export function consoleMail(logger: Logger): MailAdapter {
  return {
    send: async ({ to, subject, text, calendar }) =>
      logger.info(`[Mail to ${to}] ${subject}\n${text}${calendar ? `\n[${calendar.fileName} is attached]` : ''}`),
  };
}
