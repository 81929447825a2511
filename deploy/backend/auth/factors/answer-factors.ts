import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { authError, json } from '../../gateway/answers.ts';
import type { ApiCall } from '../../gateway/api-call.ts';
import { jsonBody } from '../../gateway/api-call.ts';
import type { Clock } from '../../gateway/rate-limiter.ts';
import type { BackendSecrets } from '../../secrets/backend-secrets.ts';
import type { FactorCaller } from './factor-caller.ts';
import { readCaller } from './factor-caller.ts';
import { countFailure, secondsToWait } from './slow-guesses.ts';
import { fromBase32, otpauthUri, stepOfCode, toBase32 } from './totp.ts';

export interface FactorOptions {
  sql: Sql;
  secrets: BackendSecrets;
  clock: Clock;
  /** Exchanges a refresh token for a session, as a call to /token does. */
  exchange(call: ApiCall, refreshToken: string): Promise<Response>;
}

const mostFactors = 10;
/** Between asking for the code and sending it. */
const challengeSeconds = 300;

/**
 * Answers the calls of auth.mfa of supabase-js as hosted Supabase does, for authenticator apps.
 *
 * @returns undefined when the call is none of them
 */
export async function answerFactors(options: FactorOptions, call: ApiCall): Promise<Response | undefined> {
  const { method } = call;
  const [, id, action] =
    /^\/auth\/v1\/factors(?:\/([\da-f-]{36})(?:\/(challenge|verify))?)?$/.exec(call.url.pathname) ?? [];
  const isFactors = /^\/auth\/v1\/factors(\/|$)/.test(call.url.pathname);
  if (!isFactors && !changesCredentials(call)) return undefined;
  const caller = await readCaller(options, call);
  if (caller instanceof Response) return isFactors ? caller : undefined;
  if (!isFactors) return rejectChange(caller);
  if (method === 'POST' && call.url.pathname === '/auth/v1/factors') return enrol(options, call, caller);
  const factor = id ? caller.factors.find((one) => one.id === id) : undefined;
  if (!factor) return authError(404, 'mfa_factor_not_found', 'Factor not found');
  if (method === 'POST' && action === 'challenge') return challenge(options, factor.id);
  if (method === 'POST' && action === 'verify') return verify(options, call, caller, factor.id);
  if (method === 'DELETE' && !action) return remove(options, caller, factor.id);
  return authError(405, 'validation_failed', 'There is no such call.');
}

/** Whoever has a factor changes password and addresses only in a session in which it was verified. */
function changesCredentials(call: ApiCall): boolean {
  if (call.method !== 'PUT' || call.url.pathname !== '/auth/v1/user') return false;
  const body = jsonBody(call) ?? {};
  return ['password', 'email', 'phone'].some((field) => body[field] !== undefined);
}

function rejectChange(caller: FactorCaller): Response | undefined {
  return lacksVerification(caller)
    ? authError(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.')
    : undefined;
}

const lacksVerification = ({ aal, factors }: FactorCaller): boolean =>
  aal !== 'aal2' && factors.some(({ status }) => status === 'verified');

async function enrol({ sql }: FactorOptions, call: ApiCall, caller: FactorCaller): Promise<Response> {
  const body = jsonBody(call) ?? {};
  const { friendly_name: name = '', issuer = call.url.hostname } = body;
  if (body['factor_type'] !== 'totp' || !isShortText(name) || !isShortText(issuer))
    return authError(400, 'validation_failed', 'factor_type needs to be totp');
  if (lacksVerification(caller)) return authError(422, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  if (caller.factors.length >= mostFactors)
    return authError(422, 'too_many_enrolled_mfa_factors', 'Maximum number of enrolled factors reached');
  if (name && caller.factors.some(({ friendly_name }) => friendly_name === name))
    return authError(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists');
  const [id, secret] = [randomUUID(), toBase32(randomBytes(20))];
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
    values (${id}, ${caller.user}, ${name}, 'totp', 'unverified', ${secret})`;
  // Hosted Supabase also draws the QR code. Pages draw it from the uri.
  const totp = { qr_code: '', secret, uri: otpauthUri(secret, issuer, caller.account) };
  return json(200, { id, type: 'totp', friendly_name: name, totp });
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 100;
}

async function challenge({ sql, clock }: FactorOptions, factor: string): Promise<Response> {
  const id = randomUUID();
  const now = new Date(clock());
  await sql`delete from auth.mfa_challenges where factor_id = ${factor} and created_at < ${expiredBefore(now)}`;
  await sql`insert into auth.mfa_challenges (id, factor_id, created_at) values (${id}, ${factor}, ${now})`;
  await sql`update auth.mfa_factors set last_challenged_at = ${now} where id = ${factor}`;
  return json(200, { id, type: 'totp', expires_at: Math.floor(now.getTime() / 1000) + challengeSeconds });
}

const expiredBefore = (now: Date): Date => new Date(now.getTime() - challengeSeconds * 1000);

async function verify(options: FactorOptions, call: ApiCall, caller: FactorCaller, factor: string): Promise<Response> {
  const { code, challenge_id: challengeId } = jsonBody(call) ?? {};
  if (typeof code !== 'string' || typeof challengeId !== 'string' || !/^[\da-f-]{36}$/.test(challengeId))
    return authError(400, 'validation_failed', 'Verify requires a code and a challenge');
  const tried = await options.sql.begin(async (tx): Promise<Response | { seed: string }> => {
    const now = new Date(options.clock());
    const wait = await secondsToWait(tx, caller.user, now);
    if (wait > 0)
      return authError(429, 'over_request_rate_limit', `Too many attempts. Try again in ${wait} seconds.`, wait);
    const [row] = await tx<{ secret: string; last_step: string | null; is_open: boolean }[]>`
      select f.secret, s.last_step::text, exists (
        select from auth.mfa_challenges c
        where c.id = ${challengeId} and c.factor_id = f.id and c.created_at >= ${expiredBefore(now)}
      ) as is_open
      from auth.mfa_factors f left join backend.factor_steps s on s.factor_id = f.id
      where f.id = ${factor} for update of f`;
    if (!row?.is_open)
      return authError(422, 'mfa_challenge_expired', 'MFA challenge has expired, verify against another');
    const step = stepOfCode(fromBase32(row.secret), code, now.getTime() / 1000);
    if (step === undefined || step <= Number(row.last_step ?? 0)) {
      await countFailure(tx, caller.user, now);
      return authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    await tx`
      insert into backend.factor_steps (factor_id, last_step) values (${factor}, ${step})
      on conflict (factor_id) do update set last_step = excluded.last_step`;
    await tx`delete from auth.mfa_challenges where factor_id = ${factor}`;
    const [session] = await tx<{ seed: string }[]>`
      select backend.verify_session(${caller.session}, ${factor}, ${now}) as seed`;
    return { seed: session?.seed ?? '' };
  });
  return tried instanceof Response ? tried : options.exchange(call, tried.seed);
}

async function remove({ sql }: FactorOptions, caller: FactorCaller, factor: string): Promise<Response> {
  const isVerified = caller.factors.some(({ id, status }) => id === factor && status === 'verified');
  if (isVerified && caller.aal !== 'aal2')
    return authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  await sql`delete from auth.mfa_factors where id = ${factor} and user_id = ${caller.user}`;
  return json(200, { id: factor });
}
