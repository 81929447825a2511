import { createHmac, randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import type { BackendLimits } from '../backend-limits.ts';
import type { Clock } from '../gateway/rate-limiter.ts';
import type { SmsAdapter } from '../adapters/message-adapters.ts';

/** `accepted`: sent, or nothing to send: an unknown phone that may not sign up. Both look the same. */
export type SendResult = { kind: 'accepted' } | { kind: 'wait'; seconds: number } | { kind: 'failed' };

export interface PhoneCodes {
  /**
   * Sends a new code for this browser, unless it is too early. The phone is digits only. Where only accounts get a code,
   * the answer neither waits for the SMS nor says whether it was sent.
   */
  send(
    phone: string,
    options: {
      mayCreateUser: boolean;
      userData: Record<string, unknown>;
      /** isKnown: the person has signed in in that browser before. */
      caller: { address: string; browser: string; isKnown: boolean };
    },
  ): Promise<SendResult>;
  /**
   * A refresh token of a new session when the code is the one that this browser has requested; undefined otherwise.
   * A browser without a name may enter what was requested from its address.
   */
  verify(
    phone: string,
    code: string,
    caller: { address: string; browser: string | undefined },
  ): Promise<string | undefined>;
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

  /** Whether the provider took the SMS. One that it did not take does not count for the day; its pause stays. */
  async function sendNoted(phone: string, code: string, browser: string): Promise<boolean> {
    const minutes = Math.round(limits.lifetimeSeconds / 60);
    try {
      await sms.send({
        to: `+${phone}`,
        template: 'sign_in_code',
        values: { code, minutes: String(minutes) },
        text: `${code} is your Twostroke sign-in code. It works for ${minutes} minutes. Do not share it with anyone.`,
      });
      return true;
    } catch (error) {
      options.onFailure(error instanceof Error ? error.message : String(error));
      await sql`
        select backend.give_back_sign_in_code(${phone}, ${hash(phone, browser)}, ${new Date(clock())})`;
      return false;
    }
  }

  return {
    async send(phone, { mayCreateUser, userData, caller }) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const [row] = await sql<{ result: { send?: boolean; wait?: number } }[]>`
        select backend.note_sign_in_code(
          ${phone}, ${hash(phone, caller.browser)}, ${hash(phone, caller.address)}, ${caller.isKnown},
          ${hash(phone, code)}, ${mayCreateUser}, ${sql.json(userData as Record<string, string>)},
          ${new Date(clock())}, ${`${limits.lifetimeSeconds} seconds`}::interval,
          ${`${limits.pauseSeconds} seconds`}::interval, ${`${limits.slowPauseSeconds} seconds`}::interval,
          ${limits.sendsPerDay}, ${limits.sendsPerDayOfUnknown}
        ) as result`;
      const result = row?.result ?? {};
      if (result.wait !== undefined) return { kind: 'wait', seconds: result.wait };
      if (!result.send) return { kind: 'accepted' };
      const sending = sendNoted(phone, code, caller.browser);
      // Only numbers with an account get this far: who waited for the SMS would show which ones do.
      if (!mayCreateUser) return { kind: 'accepted' };
      return { kind: (await sending) ? 'accepted' : 'failed' };
    },

    async verify(phone, code, caller) {
      const [row] = await sql<{ seed: string | null }[]>`
        select backend.try_sign_in_code(
          ${phone}, ${caller.browser === undefined ? null : hash(phone, caller.browser)}, ${hash(phone, caller.address)},
          ${hash(phone, code)}, ${new Date(clock())}, ${limits.attempts}
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
