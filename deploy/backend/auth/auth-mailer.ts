import { AsyncLocalStorage } from 'node:async_hooks';
import type { LiteMailer } from '../rest/lite-app.ts';
import type { MailAdapter, MailMessage } from '../adapters/message-adapters.ts';
import type { Logger } from '../logger.ts';
import type { MailAsker, MailCodeKind, MailCodes } from './mail-codes.ts';
import { mailLinkPage } from './mail-link-page.ts';

/** lite knows neither the page that a mail's link should lead to nor the browser that requests it: passed separately. */
export const mailRequest = new AsyncLocalStorage<MailAsker & { redirect: string }>();

interface CodeMail {
  to: string;
  /** Who changes the address. */
  user?: string | undefined;
  kind: MailMessage['kind'];
  subject: string;
  lead: string;
  code: string;
  confirms: MailCodeKind;
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
  codes: MailCodes;
  siteUrl: () => string;
  logger: Logger;
}): AuthMailer {
  const { adapter, codes, siteUrl, logger } = options;

  function post(mail: MailMessage): void {
    adapter.send(mail).catch((error: unknown) => {
      logger.error(`A mail could not be sent: ${error instanceof Error ? error.message : 'unknown error'}.`);
    });
  }

  async function send({ to, user, kind, subject, lead, code, confirms }: CodeMail): Promise<void> {
    const asked = mailRequest.getStore() ?? { redirect: siteUrl(), address: '', browser: undefined };
    const secret = await codes.make({ mailbox: to, kind: confirms, user, code }, asked);
    const url = confirms === 'reauthentication' ? undefined : mailLinkPage(asked.redirect, confirms, secret);
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
    sendConfirmation: (to, _liteHash, code) =>
      send({
        to,
        kind: 'confirm_address',
        subject: 'Confirm your e-mail address',
        lead: 'Confirm your address for Twostroke.',
        code,
        confirms: 'signup',
      }),
    sendRecovery: (to, _liteHash, code) =>
      send({
        to,
        kind: 'reset_password',
        subject: 'Choose a new password',
        lead: 'Choose a new password for Twostroke.',
        code,
        confirms: 'recovery',
      }),
    sendMagicLink: (to, _liteHash, code) =>
      send({
        to,
        kind: 'sign_in_code',
        subject: `${code} is your sign-in code`,
        lead: 'Sign in to Twostroke.',
        code,
        confirms: 'magiclink',
      }),
    sendEmailChange: (to, _liteHash, code, meta) =>
      send({
        to,
        user: meta?.userId,
        kind: 'confirm_change',
        subject: 'Confirm your new address',
        lead: 'Use this address for your Twostroke account.',
        code,
        confirms: 'email_change',
      }),
    sendReauthentication: (to, code) =>
      send({
        to,
        kind: 'sign_in_code',
        subject: `${code} is your code`,
        lead: 'Confirm that it is you.',
        code,
        confirms: 'reauthentication',
      }),
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
