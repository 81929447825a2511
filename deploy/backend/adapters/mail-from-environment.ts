import type { Logger } from '../logger.ts';
import type { MailAdapter } from './message-adapters.ts';
import { consoleMail } from './message-adapters.ts';
import { smtpMail } from './smtp-mail.ts';

/**
 * Sends mail through the server in TWOSTROKE_SMTP_URL, or prints it on the console when that is not set.
 * @throws Error with one sentence that names what is wrong and what to do
 */
export function mailFromEnvironment(env: NodeJS.ProcessEnv, logger: Logger): MailAdapter {
  const { TWOSTROKE_SMTP_URL: url, TWOSTROKE_MAIL_FROM: from } = env;
  if (!url && !from) return consoleMail(logger);
  if (!url || !from)
    throw new Error(
      `Mails need a server and a sender. ${url ? 'TWOSTROKE_MAIL_FROM (the sender)' : 'TWOSTROKE_SMTP_URL (the server)'} is missing: set both, or neither to print mails here.`,
    );
  // The value is not repeated: it may hold the password.
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || !new URL(url).hostname)
    throw new Error('TWOSTROKE_SMTP_URL must look like smtp://user:password@mail.example.com:587');
  if (!/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(from))
    throw new Error('TWOSTROKE_MAIL_FROM must look like Twostroke <bookings@twostroke.example>');
  return smtpMail({ url, from });
}
