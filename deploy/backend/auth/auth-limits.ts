import type { BackendLimits } from '../backend-limits.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import { jsonBody } from '../gateway/api-call.ts';
import type { Clock } from '../gateway/rate-limiter.ts';
import { RateLimiter } from '../gateway/rate-limiter.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Verdict } from './password-tries.ts';
import { createPasswordTries } from './password-tries.ts';

/** Counts calls to Auth against their limits, and uncounts them when they succeed or send nothing. */
export interface AuthLimits {
  /** Counts the call, and says whether it is rejected or has to wait. */
  take(call: ApiCall): Verdict;
  /** Clears the failed attempts before a success. */
  succeeded(call: ApiCall): void;
  /** Uncounts a mail that a rejected call did not send. */
  rejected(call: ApiCall): void;
  /** Counts one SMS of the site's budget. Returns 0, or the seconds to wait when the budget is used up. */
  takeSms(): number;
  /** Uncounts an SMS that was not sent. */
  giveBackSms(): void;
}

/** lite has no limits of its own, neither for wrong passwords nor for wrong codes. */
export function createAuthLimits(limits: BackendLimits, clock: Clock, devices: KnownDevices): AuthLimits {
  const limiter = (rule: { max: number; perSeconds: number }) => new RateLimiter(rule, clock);
  const signUps = limiter(limits.signUpsPerAddress);
  const passwords = createPasswordTries(limits, clock, devices);
  const messages = limiter(limits.messagesPerAddress);
  const mails = limiter(limits.mailsPerMailbox);
  const sms = limiter(limits.smsOfSite);
  const codes = limiter(limits.codeTriesPerAddress);
  const codesOfMailbox = limiter(limits.codeTriesPerMailbox);
  const links = limiter(limits.linkTriesOfSite);
  const sessions = limiter(limits.sessionCallsPerAddress);

  function secondsFor(kind: Exclude<CallKind, 'password'>, call: ApiCall): number {
    const { address } = call;
    const mailbox = mailboxOf(call);
    switch (kind) {
      case 'signup':
        return signUps.take(address);
      case 'mail':
        return messages.take(address) || (mailbox ? mails.take(mailbox) : 0);
      case 'sms':
        // The budget of the site counts only sent messages: takeSms.
        return messages.take(address);
      case 'code':
        return codes.take(address) || (mailbox ? codesOfMailbox.take(mailbox) : 0);
      case 'link':
        return codes.take(address) || links.take('site');
      case 'session':
        return sessions.take(address);
    }
  }

  return {
    take(call) {
      const kind = kindOf(call);
      if (kind === 'password') return passwords.take(call, mailboxOf(call));
      return { waitSeconds: secondsFor(kind, call), delayMs: 0 };
    },
    succeeded(call) {
      const kind = kindOf(call);
      if (kind === 'password') passwords.succeeded(call, mailboxOf(call));
      if (kind === 'code') codesOfMailbox.forget(mailboxOf(call));
    },
    rejected(call) {
      if (kindOf(call) === 'mail') mails.giveBack(mailboxOf(call));
    },
    takeSms: () => sms.take('site'),
    giveBackSms: () => sms.giveBack('site'),
  };
}

type CallKind = 'signup' | 'password' | 'mail' | 'sms' | 'code' | 'link' | 'session';

function kindOf(call: ApiCall): CallKind {
  const path = call.url.pathname.slice('/auth/v1'.length);
  if (path === '/signup') return 'signup';
  if (path === '/token') return call.url.searchParams.get('grant_type') === 'password' ? 'password' : 'session';
  if (path === '/otp' && jsonBody(call)?.['phone']) return 'sms';
  if (path === '/otp' || path === '/magiclink' || path === '/recover' || path === '/resend') return 'mail';
  // An account's new address is confirmed by a mail to that address.
  if (path === '/reauthenticate' || (path === '/user' && mailboxOf(call))) return 'mail';
  // HEAD is answered like GET, with the session in the redirect's address.
  if (path === '/verify') return call.method !== 'POST' || jsonBody(call)?.['token_hash'] ? 'link' : 'code';
  return 'session';
}

function mailboxOf(call: ApiCall): string {
  const email = jsonBody(call)?.['email'];
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}
