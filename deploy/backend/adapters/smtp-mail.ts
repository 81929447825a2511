import { createTransport } from 'nodemailer';
import type { MailAdapter } from './message-adapters.ts';
import { UndeliverableError } from './message-adapters.ts';

export interface SmtpOptions {
  /** smtp://user:password@host:587 (STARTTLS where the server offers it) or smtps://user:password@host:465. */
  url: string;
  /** Sender, such as `Twostroke <bookings@twostroke.example>`. */
  from: string;
}

/** Timeouts of the server in milliseconds, each well below the two minutes for which a worker leases a message. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends mails to a mail server. Timeouts in the URL's query override those above. */
export function smtpMail({ url, from }: SmtpOptions): MailAdapter {
  const address = new URL(url);
  for (const [name, milliseconds] of Object.entries(timeouts))
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(milliseconds));
  const transport = createTransport(address.href, { from });
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';

  return {
    async send({ to, subject, text, calendar, key }) {
      const { method, fileName, content } = calendar ?? {};
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          ...(key && { messageId: `<${key}@${domain}>` }),
          // Attached twice: as an alternative to the text, which calendars read, and as a file for all other programs.
          ...(content && { icalEvent: { method, filename: fileName, content } }),
          // Suppresses automatic replies such as holiday notices.
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
        if (command === 'RCPT TO' && responseCode >= 550 && responseCode <= 553)
          throw new UndeliverableError(`The mail server knows no such mailbox (${responseCode})`, { cause: error });
        throw error;
      }
    },
  };
}
