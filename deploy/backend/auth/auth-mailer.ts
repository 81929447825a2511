import { AsyncLocalStorage } from 'node:async_hooks';
import type { LiteMailer } from '../rest/lite-app.ts';
import type { MailAdapter, MailMessage } from '../adapters/message-adapters.ts';

/** lite drops the page that a mail's link should lead to, so it is passed separately. */
export const mailRedirect = new AsyncLocalStorage<string>();

/** Writes the mails of sign-in, password reset and address change, and hands them to the adapter. */
export function createAuthMailer(adapter: MailAdapter, siteUrl: () => string): LiteMailer {
  function link(type: string, tokenHash: string): string {
    const url = new URL('/auth/v1/verify', siteUrl());
    url.searchParams.set('token', tokenHash);
    url.searchParams.set('type', type);
    url.searchParams.set('redirect_to', mailRedirect.getStore() ?? siteUrl());
    return url.href;
  }

  function send(to: string, kind: MailMessage['kind'], subject: string, lead: string, code: string, url?: string) {
    const text = [
      lead,
      '',
      `Your code: ${code}`,
      ...(url ? ['', `Or open this link: ${url}`] : []),
      '',
      'It works once, for an hour. You did not ask for it? Then you can leave this mail as it is.',
    ].join('\n');
    return adapter.send({ to, kind, subject, text, code, link: url });
  }

  return {
    sendConfirmation: (to, tokenHash, code) =>
      send(
        to,
        'confirm_address',
        'Confirm your e-mail address',
        'Confirm your address for Twostroke.',
        code,
        link('signup', tokenHash),
      ),
    sendRecovery: (to, tokenHash, code) =>
      send(
        to,
        'reset_password',
        'Choose a new password',
        'Choose a new password for Twostroke.',
        code,
        link('recovery', tokenHash),
      ),
    sendMagicLink: (to, tokenHash, code) =>
      send(
        to,
        'sign_in_code',
        `${code} is your sign-in code`,
        'Sign in to Twostroke.',
        code,
        link('magiclink', tokenHash),
      ),
    sendEmailChange: (to, tokenHash, code) =>
      send(
        to,
        'confirm_change',
        'Confirm your new address',
        'Use this address for your Twostroke account.',
        code,
        link('email_change', tokenHash),
      ),
    sendReauthentication: (to, code) =>
      send(to, 'sign_in_code', `${code} is your code`, 'Confirm that it is you.', code),
  };
}
