import type { BackendLimits } from '../backend-limits.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import { jsonBody } from '../gateway/api-call.ts';
import type { Clock } from '../gateway/rate-limiter.ts';
import { RateLimiter } from '../gateway/rate-limiter.ts';
import type { KnownDevices } from './known-devices.ts';
import type { AttemptVerdict } from './password-tries.ts';
import { createPasswordTries } from './password-tries.ts';
import { phoneDigits } from './phone-codes.ts';

/** Counts calls to Auth against their limits, and uncounts them when they succeed or send nothing. */
export interface AuthLimits {
  /** Counts the call, and says whether it is rejected or has to wait. */
  take(call: ApiCall): AttemptVerdict;
  /** Clears the failed attempts before a success. */
  succeeded(call: ApiCall): void;
  /** Uncounts the mail or SMS that a rejected call did not send. */
  rejected(call: ApiCall): void;
  /** Counts a mail. True, and nothing counted, when strangers have had so many sent that the mailbox gets no further one. */
  hasEnoughMails(call: ApiCall): boolean;
  /** Uncounts a mail that hasEnoughMails has counted and that was not sent. */
  giveBackMail(call: ApiCall): void;
  /** Counts a wrong link. Returns 0, or the seconds to wait. */
  takeWrongLink(address: string): number;
  /** Counts a renewal by its session, one with a wrong token by its address. Returns 0, or the seconds to wait. */
  takeRenewal(session: string | undefined, address: string): number;
  /** Counts the current password in a change of password. Returns 0, or the seconds to wait. */
  takeCurrentPassword(user: string): number;
  forgetCurrentPasswords(user: string): void;
}

/** lite has no limits of its own, neither for wrong passwords nor for wrong codes. */
export function createAuthLimits(
  limits: BackendLimits,
  clock: Clock,
  { devices, userOf }: { devices: KnownDevices; userOf: (authorization: string | undefined) => string | undefined },
): AuthLimits {
  const limiter = (rule: { max: number; perSeconds: number }) => new RateLimiter(rule, clock);
  const signUps = limiter(limits.signUpsPerAddress);
  const passwords = createPasswordTries(limits, clock, devices);
  const currentPasswords = limiter(limits.passwordTriesPerDevice);
  const messages = limiter(limits.messagesPerAddress);
  const mails = limiter(limits.mailsPerMailbox);
  const mailsOfAll = limiter(limits.mailsPerMailboxOfAll);
  const codes = limiter(limits.codeTriesPerAddress);
  const links = limiter(limits.linkTriesPerAddress);
  const sessions = limiter(limits.sessionCallsPerAddress);

  /** What requests count by: the browser when the person has signed in there, or else the network address. */
  function browserOf(call: ApiCall): string {
    return devices.deviceOf(call, personOf(call)) ?? call.address;
  }

  /** The browser, when the person has signed in there or has requested a code. */
  function askerOf(call: ApiCall): string | undefined {
    const person = personOf(call);
    return devices.deviceOf(call, person) ?? devices.askerOf(call, person);
  }

  function secondsForMail(call: ApiCall, mailbox: string): number {
    const wait = mails.take(`${browserOf(call)} ${mailbox}`);
    if (wait > 0) messages.giveBack(browserOf(call));
    return wait;
  }

  function secondsFor(kind: Exclude<CallKind, 'password'>, call: ApiCall): number {
    const { address } = call;
    const mailbox = mailboxOf(call);
    switch (kind) {
      case 'signup':
        return signUps.take(address) || (mailbox ? mails.take(`${browserOf(call)} ${mailbox}`) : 0);
      case 'mail':
        return messages.take(browserOf(call)) || (mailbox ? secondsForMail(call, mailbox) : 0);
      case 'sms':
        // The budget of the site counts only sent messages: private.take_sign_in_sms.
        return messages.take(browserOf(call));
      case 'code':
        // A code has tries of its own: ../database/mail-codes.sql, phone-codes.sql.
        return codes.take(askerOf(call) ?? address);
      case 'link':
      case 'renewal':
        // A right one always passes: takeWrongLink, takeRenewal.
        return 0;
      case 'session':
        return sessions.take(userOf(call.headers.get('authorization') ?? undefined) ?? address);
    }
  }

  return {
    take(call) {
      const kind = kindOf(call);
      if (kind === 'password') return passwords.take(call, mailboxOf(call));
      return { waitSeconds: secondsFor(kind, call), delayMs: 0 };
    },
    succeeded(call) {
      if (kindOf(call) === 'password') passwords.succeeded(call, mailboxOf(call));
    },
    rejected(call) {
      const kind = kindOf(call);
      if (kind === 'mail' || kind === 'sms') messages.giveBack(browserOf(call));
      if (kind !== 'mail' && kind !== 'signup') return;
      const mailbox = mailboxOf(call);
      mails.giveBack(`${browserOf(call)} ${mailbox}`);
    },
    giveBackMail(call) {
      const mailbox = mailboxOf(call);
      if (!devices.deviceOf(call, mailbox)) mailsOfAll.giveBack(mailbox);
    },
    hasEnoughMails(call) {
      const mailbox = mailboxOf(call);
      if (!isMailRequest(call) || !mailbox || devices.deviceOf(call, mailbox)) return false;
      return mailsOfAll.take(mailbox) > 0;
    },
    takeWrongLink: (address) => links.take(address),
    takeRenewal: (session, address) => sessions.take(session ?? address),
    takeCurrentPassword: (user) => currentPasswords.take(user),
    forgetCurrentPasswords: (user) => currentPasswords.forget(user),
  };
}

type CallKind = 'signup' | 'password' | 'mail' | 'sms' | 'code' | 'link' | 'renewal' | 'session';

function kindOf(call: ApiCall): CallKind {
  const path = call.url.pathname.slice('/auth/v1'.length);
  if (path === '/signup') return 'signup';
  const grant = path === '/token' ? call.url.searchParams.get('grant_type') : null;
  if (grant === 'password') return 'password';
  if (grant === 'refresh_token') return 'renewal';
  if (path === '/otp' && jsonBody(call)?.['phone']) return 'sms';
  if (path === '/otp' || path === '/magiclink' || path === '/recover' || path === '/resend') return 'mail';
  // An account's new address is confirmed by a mail to that address.
  if (path === '/reauthenticate' || (path === '/user' && mailboxOf(call))) return 'mail';
  // Opening a link changes nothing: it leads to the page that has the button.
  if (path === '/verify' && call.method === 'POST') return jsonBody(call)?.['token_hash'] ? 'link' : 'code';
  return 'session';
}

/** Whether the call requests a mail: its answer tells nothing about the mailbox. */
export function sendsMail(call: ApiCall): boolean {
  const kind = kindOf(call);
  return kind === 'mail' || kind === 'signup';
}

/** The same without a session. */
export function isMailRequest(call: ApiCall): boolean {
  return call.method === 'POST' && sendsMail(call);
}

/** The person whom a call names, as a known browser remembers them. */
function personOf(call: ApiCall): string {
  return mailboxOf(call) || (phoneDigits(jsonBody(call)?.['phone']) ?? '');
}

/** The mailbox that a call names; '' when it names none. */
export function mailboxOf(call: ApiCall): string {
  const email = jsonBody(call)?.['email'];
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}
