import type { BackendLimits } from '../backend-limits.ts';
import type { ApiCall } from '../http/api-call.ts';
import { jsonBody } from '../http/api-call.ts';
import type { Clock } from '../http/rate-limiter.ts';
import { RateLimiter } from '../http/rate-limiter.ts';

/** What one call to Auth costs, and what its success gives back. */
export interface AuthLimits {
  /** Counts the call. Returns 0, or the seconds to wait when it must be refused. */
  take(call: ApiCall): number;
  /** Forgets the wrong tries before a success. */
  succeeded(call: ApiCall): void;
}

/** lite has no limits at all: neither wrong passwords nor wrong codes end by themselves. */
export function createAuthLimits(limits: BackendLimits, clock: Clock): AuthLimits {
  const limiter = (rule: { max: number; perSeconds: number }) => new RateLimiter(rule, clock);
  const signUps = limiter(limits.signUpsPerAddress);
  const passwords = limiter(limits.passwordTriesPerAddress);
  const passwordsHere = limiter(limits.passwordTriesPerAccountAndAddress);
  const passwordsOfAccount = limiter(limits.passwordTriesPerAccount);
  const messages = limiter(limits.messagesPerAddress);
  const mails = limiter(limits.mailsPerMailbox);
  const sms = limiter(limits.smsOfSite);
  const codes = limiter(limits.codeTriesPerAddress);
  const codesOfMailbox = limiter(limits.codeTriesPerMailbox);
  const links = limiter(limits.linkTriesOfSite);
  const sessions = limiter(limits.sessionCallsPerAddress);

  return {
    take(call) {
      const { address } = call;
      const mailbox = mailboxOf(call);
      switch (kindOf(call)) {
        case 'signup':
          return signUps.take(address);
        case 'password':
          return (
            passwords.take(address) || passwordsHere.take(`${address} ${mailbox}`) || passwordsOfAccount.take(mailbox)
          );
        case 'mail':
          return messages.take(address) || (mailbox ? mails.take(mailbox) : 0);
        case 'sms':
          return messages.take(address) || sms.take('site');
        case 'code':
          return codes.take(address) || (mailbox ? codesOfMailbox.take(mailbox) : 0);
        case 'link':
          return codes.take(address) || links.take('site');
        case 'session':
          return sessions.take(address);
      }
    },
    succeeded(call) {
      const kind = kindOf(call);
      if (kind === 'password') {
        passwordsHere.forget(`${call.address} ${mailboxOf(call)}`);
        passwordsOfAccount.forget(mailboxOf(call));
      }
      if (kind === 'code') codesOfMailbox.forget(mailboxOf(call));
    },
  };
}

type CallKind = 'signup' | 'password' | 'mail' | 'sms' | 'code' | 'link' | 'session';

function kindOf(call: ApiCall): CallKind {
  const path = call.url.pathname.slice('/auth/v1'.length);
  if (path === '/signup') return 'signup';
  if (path === '/token') return call.url.searchParams.get('grant_type') === 'password' ? 'password' : 'session';
  if (path === '/otp' && jsonBody(call)?.['phone']) return 'sms';
  if (path === '/otp' || path === '/magiclink' || path === '/recover' || path === '/resend') return 'mail';
  // Another address for an account is confirmed by a mail to it.
  if (path === '/reauthenticate' || (path === '/user' && mailboxOf(call))) return 'mail';
  // HEAD is answered like GET, with the session in the address it leads to.
  if (path === '/verify') return call.method !== 'POST' || jsonBody(call)?.['token_hash'] ? 'link' : 'code';
  return 'session';
}

function mailboxOf(call: ApiCall): string {
  const email = jsonBody(call)?.['email'];
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}
