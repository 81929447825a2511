import type { Logger } from '../logger.ts';

/** A text message to a phone. Providers in India send registered templates only, so its parts are given too. */
export interface SmsMessage {
  /** International number with plus sign, such as +919876543210. */
  to: string;
  template: 'sign_in_code';
  values: { code: string; minutes: number };
  /** The whole text, for providers that take free text. */
  text: string;
}

/** What a real SMS provider implements. */
export interface SmsAdapter {
  /** Resolves when the provider has accepted the message; rejects when it has not. */
  send(message: SmsMessage): Promise<void>;
}

export interface MailMessage {
  to: string;
  kind: 'sign_in_code' | 'reset_password' | 'confirm_address' | 'confirm_change';
  subject: string;
  /** Plain text, complete. */
  text: string;
  /** The six digits, and the link that does the same; for providers with templates. */
  code: string;
  link: string | undefined;
}

/** What a real mail provider implements. */
export interface MailAdapter {
  /** Resolves when the mail has been accepted; rejects when it has not. */
  send(message: MailMessage): Promise<void>;
}

/** Prints messages instead of sending them: for development and demos. */
export function consoleSms(logger: Logger): SmsAdapter {
  return { send: async ({ to, text }) => logger.info(`[SMS to ${to}] ${text}`) };
}

/** Prints mails instead of sending them: for development and demos. */
export function consoleMail(logger: Logger): MailAdapter {
  return { send: async ({ to, subject, text }) => logger.info(`[Mail to ${to}] ${subject}\n${text}`) };
}
