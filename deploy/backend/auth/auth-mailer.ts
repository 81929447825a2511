import { AsyncLocalStorage } from 'node:async_hooks';
import type { LiteMailer } from '../rest/lite-app.ts';
import type { MailAdapter, MailMessage } from '../adapters/message-adapters.ts';
import type { Logger } from '../logger.ts';
import type { MailLinkKind, MailLinks } from './mail-links.ts';
import { mailLinkPage } from './mail-links.ts';

/** lite drops the page that a mail's link should lead to, so it is passed separately. */
export const mailRedirect = new AsyncLocalStorage<string>();

/** A mail with a code: its link's kind is undefined when it has none. */
interface CodeMail {
  to: string;
  kind: MailMessage['kind'];
  subject: string;
  lead: string;
  code: string;
  link?: { kind: MailLinkKind; liteHash: string };
}

export interface AuthMailer extends LiteMailer {
  /** Tells the owner of an account that somebody wanted a second one with this address. */
  sendAccountExists(to: string): Promise<void>;
}

/**
 * Writes the mails of sign-in, password reset and address change. The answer to a request does not wait for the mail
 * server: the time would tell which addresses have an account.
 */
export function createAuthMailer(options: {
  adapter: MailAdapter;
  links: MailLinks;
  siteUrl: () => string;
  logger: Logger;
}): AuthMailer {
  const { adapter, links, siteUrl, logger } = options;

  function post(mail: MailMessage): void {
    adapter.send(mail).catch((error: unknown) => {
      logger.error(`A mail could not be sent: ${error instanceof Error ? error.message : 'unknown error'}.`);
    });
  }

  async function send({ to, kind, subject, lead, code, link }: CodeMail): Promise<void> {
    const page = mailRedirect.getStore() ?? siteUrl();
    const url = link && mailLinkPage(page, link.kind, await links.make(link.kind, link.liteHash));
    const text = [
      lead,
      '',
      ...(url ? [`Open this link: ${url}`, '', `Or enter this code: ${code}`] : [`Your code: ${code}`]),
      '',
      'It works once, for an hour. You did not ask for it? Then you can leave this mail as it is.',
    ].join('\n');
    post({ to, kind, subject, text, code, link: url });
  }

  return {
    sendConfirmation: (to, liteHash, code) =>
      send({
        to,
        kind: 'confirm_address',
        subject: 'Confirm your e-mail address',
        lead: 'Confirm your address for Twostroke.',
        code,
        link: { kind: 'signup', liteHash },
      }),
    sendRecovery: (to, liteHash, code) =>
      send({
        to,
        kind: 'reset_password',
        subject: 'Choose a new password',
        lead: 'Choose a new password for Twostroke.',
        code,
        link: { kind: 'recovery', liteHash },
      }),
    sendMagicLink: (to, liteHash, code) =>
      send({
        to,
        kind: 'sign_in_code',
        subject: `${code} is your sign-in code`,
        lead: 'Sign in to Twostroke.',
        code,
        link: { kind: 'magiclink', liteHash },
      }),
    sendEmailChange: (to, liteHash, code) =>
      send({
        to,
        kind: 'confirm_change',
        subject: 'Confirm your new address',
        lead: 'Use this address for your Twostroke account.',
        code,
        link: { kind: 'email_change', liteHash },
      }),
    sendReauthentication: (to, code) =>
      send({ to, kind: 'sign_in_code', subject: `${code} is your code`, lead: 'Confirm that it is you.', code }),
    sendAccountExists: async (to) =>
      post({
        to,
        kind: 'account_exists',
        subject: 'You have an account with us',
        text: [
          'Somebody, perhaps you, tried to register this e-mail address with Twostroke. It has an account already.',
          `Sign in here: ${new URL('/auth?way=email', siteUrl()).href}`,
          `Forgotten your password? ${new URL('/auth?way=forgotten', siteUrl()).href}`,
          'That was not you? Then you can leave this mail as it is: nothing has changed.',
        ].join('\n\n'),
      }),
  };
}
