import { createHmac, randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import type { BackendLimits } from '../backend-limits.ts';
import type { Clock } from '../gateway/rate-limiter.ts';
import type { SmsAdapter } from '../adapters/message-adapters.ts';

/** `not-needed`: an unknown phone that may not sign up. Its caller gets the same answer as after a sent code. */
export type SendResult =
  { kind: 'sent' } | { kind: 'not-needed' } | { kind: 'wait'; seconds: number } | { kind: 'failed' };

/** Who requests or tries a code: a browser in which this person has signed in, or else a network address. */
export interface CodeCaller {
  name: string;
  isKnown: boolean;
}

export interface PhoneCodes {
  /** Whether an account has this phone. */
  hasAccount(phone: string): Promise<boolean>;
  /** Sends a new code, unless it is too early or the day's sends are used up. The phone is digits only. */
  send(
    phone: string,
    options: { mayCreateUser: boolean; userData: Record<string, unknown>; caller: CodeCaller },
  ): Promise<SendResult>;
  /**
   * A refresh token of a new session when the code is right; undefined otherwise.
   *
   * @param hasAsked the browser is known or has requested a code for this phone: strangers do not use up its attempts.
   */
  verify(phone: string, code: string, hasAsked: boolean): Promise<string | undefined>;
}

/** One-time codes by SMS: six digits, with the lifetime, pause and tries of the limits. */
export function createPhoneCodes(
  sql: Sql,
  sms: SmsAdapter,
  options: { codeKey: string; clock: Clock; limits: BackendLimits['phoneCode']; onFailure: (reason: string) => void },
): PhoneCodes {
  const { clock, limits } = options;
  const hash = (phone: string, code: string) =>
    createHmac('sha256', options.codeKey).update(`${phone}:${code}`).digest('hex');

  return {
    async hasAccount(phone) {
      const [row] = await sql<{ found: boolean }[]>`
        select exists (select from auth.users where phone = ${phone}) as found`;
      return row?.found ?? false;
    },

    async send(phone, { mayCreateUser, userData, caller }) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const [row] = await sql<{ result: { send?: boolean; wait?: number } }[]>`
        select backend.send_phone_code(
          ${phone}, ${hash(phone, code)}, ${mayCreateUser}, ${sql.json(userData as Record<string, string>)},
          ${new Date(clock())}, ${`${limits.lifetimeSeconds} seconds`}::interval,
          ${`${limits.pauseSeconds} seconds`}::interval, ${hash(phone, caller.name)}, ${limits.sendsPerDay},
          ${caller.isKnown ? null : limits.sendsPerDayOfAll}
        ) as result`;
      const result = row?.result ?? {};
      if (result.wait !== undefined) return { kind: 'wait', seconds: result.wait };
      if (!result.send) return { kind: 'not-needed' };
      const minutes = Math.round(limits.lifetimeSeconds / 60);
      try {
        await sms.send({
          to: `+${phone}`,
          template: 'sign_in_code',
          values: { code, minutes: String(minutes) },
          text: `${code} is your Twostroke sign-in code. It works for ${minutes} minutes. Do not share it with anyone.`,
        });
        return { kind: 'sent' };
      } catch (error) {
        options.onFailure(error instanceof Error ? error.message : String(error));
        // What was not sent does not count for the day; the pause stays.
        await sql`
          update backend.phone_codes set
            sends_of_day = sends_of_day - 1, sends_by_caller = sends_by_caller - ${hash(phone, caller.name)}::text
          where phone = ${phone} and code_hash = ${hash(phone, code)} and sends_of_day > 0`;
        return { kind: 'failed' };
      }
    },

    async verify(phone, code, hasAsked) {
      const [row] = await sql<{ seed: string | null }[]>`
        select backend.verify_phone_code(
          ${phone}, ${hash(phone, code)}, ${new Date(clock())}, ${hasAsked ? limits.attemptsOfAll : limits.attempts}
        ) as seed`;
      return row?.seed ?? undefined;
    },
  };
}

/** Digits of an Indian mobile number as Auth stores it (without plus), or undefined: messages go to no other number. */
export function phoneDigits(phone: unknown): string | undefined {
  if (typeof phone !== 'string') return undefined;
  const digits = phone.replace(/[\s()-]/g, '').replace(/^\+/, '');
  return /^91[6-9]\d{9}$/.test(digits) ? digits : undefined;
}
