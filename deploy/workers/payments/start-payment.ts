import * as v from 'valibot';
import { restError } from '../../backend/gateway/answers.ts';
import type { Sql } from '../../backend/database/open-database.ts';
import { bearerOf, readAccessToken } from '../../backend/gateway/access-token.ts';
import type { BackendSecrets } from '../../backend/secrets/backend-secrets.ts';
import { runInTransaction } from '../../supabase/run-in-transaction.ts';

const startedPayment = v.object({ payment: v.string(), amount_paise: v.number(), reference: v.string() });
const rejection = v.object({ message: v.string(), hint: v.nullish(v.string()) });

/** The amount due of a booking, as a payment without an order yet. */
export type StartedPayment = v.InferOutput<typeof startedPayment>;

/**
 * Calls the database's start_payment with exactly the rights of the caller's Authorization header: a visitor needs the
 * booking's link, an account its own booking.
 * @returns the payment, or the rejection to answer with
 */
export type StartPayment = (
  authorization: string | null,
  booking: string,
  manageToken: string | null,
) => Promise<StartedPayment | Response>;

const signedOut = (): Response => restError(401, 'Sign in again: your session has ended.', 'signed_out');

/** For the embedded backend, which checks tokens itself, on connections that may become the caller and nothing else. */
export function startPaymentInDatabase(sql: Sql, secrets: BackendSecrets): StartPayment {
  return async (authorization, booking, manageToken) => {
    const who = readAccessToken(bearerOf(authorization) ?? secrets.anonKey, secrets, Date.now() / 1000);
    if (typeof who === 'string') return signedOut();
    try {
      return await runInTransaction(sql, async (tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify(who.claims)}, true)`;
        await tx.unsafe(`set local role ${who.claims['role'] === 'authenticated' ? 'authenticated' : 'anon'}`);
        const [row] = await tx<{ begun: StartedPayment }[]>`
          select public.start_payment(${booking}, 'online', ${manageToken}) as begun`;
        if (!row) throw new Error('start_payment answered nothing');
        return row.begun;
      });
    } catch (error) {
      const { code, message, hint } = error as { code?: string; message: string; hint?: string };
      const status = /^PT(4\d\d)$/.exec(code ?? '')?.[1];
      if (!status) throw error;
      return restError(Number(status), message, hint ?? 'refused');
    }
  };
}

/** For Supabase, which checks tokens with its own keys. */
export function startPaymentOverRest({ url, key }: { url: string; key: string }): StartPayment {
  return async (authorization, booking, manageToken) => {
    const answer = await fetch(`${url}/rest/v1/rpc/start_payment`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: key,
        authorization: authorization ?? `Bearer ${key}`,
      },
      body: JSON.stringify({ booking, method: 'online', manage_token: manageToken }),
      signal: AbortSignal.timeout(10_000),
      redirect: 'error',
    });
    if (answer.ok) return v.parse(startedPayment, await answer.json());
    if (answer.status === 401) return signedOut();
    if (answer.status >= 500) throw new Error(`start_payment answered ${answer.status}`);
    const { message, hint } = v.parse(rejection, await answer.json());
    const wait = Number(answer.headers.get('retry-after')) || undefined;
    return restError(answer.status, message, hint ?? 'refused', wait);
  };
}
