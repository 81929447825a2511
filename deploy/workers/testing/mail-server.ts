import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { Inbox } from '../../backend/testing/inbox.ts';

/** A mail as a mail program reads it, and its source. */
export type ReceivedMail = Email & { source: string };

export interface MailServer {
  /** For smtpMail. */
  url: string;
  port: number;
  /** What has arrived. */
  mails: Inbox<ReceivedMail>;
  /** Addresses that it rejects as unknown. */
  unknown: Set<string>;
  close(): Promise<void>;
}

/** A real SMTP server on this machine. */
export async function openMailServer(port = 0): Promise<MailServer> {
  const mails = new Inbox<ReceivedMail>();
  const unknown = new Set<string>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _, answer) {
      answer(unknown.has(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : undefined);
    },
    onData(stream, _, answer) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const source = Buffer.concat(parts);
        void PostalMime.parse(source).then((mail) => {
          mails.put({ ...mail, source: source.toString('latin1') });
          answer();
        }, answer);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.on('error', () => undefined);
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    unknown,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
