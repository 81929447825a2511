import { setTimeout as waitFor } from 'node:timers/promises';
import type { BackendLimits } from '../backend-limits.ts';
import { withCheckedToken } from '../gateway/access-token.ts';
import type { TokenSecrets } from '../gateway/access-token.ts';
import { authError, json } from '../gateway/answers.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import { jsonBody, toRequest, withJsonBody } from '../gateway/api-call.ts';
import type { LiteApp } from '../rest/lite-app.ts';
import { whyUnreadable } from './auth-body.ts';
import { isMailRequest, mailboxOf, sendsMail } from './auth-limits.ts';
import { mailRequest } from './auth-mailer.ts';
import type { ChangeUserOptions } from './change-user.ts';
import { changeUser } from './change-user.ts';
import { untilFullStep } from './equal-time.ts';
import type { KnownDevices } from './known-devices.ts';
import { newBrowserName } from './known-devices.ts';
import type { MailCodes, UsedMail } from './mail-codes.ts';
import { mailLinkPage } from './mail-link-page.ts';
import { isMailAddress, requestMail } from './mail-requests.ts';
import { answerFactors } from './factors/answer-factors.ts';
import type { PhoneCodes, SendResult } from './phone-codes.ts';
import { phoneDigits } from './phone-codes.ts';
import { redirectAddress } from './redirect-address.ts';
import { renewSession, sessionOfToken, strengthenRefreshToken } from './refresh-tokens.ts';
import type { SessionOptions } from './sessions/complete-session.ts';
import { completeSession } from './sessions/complete-session.ts';
import { signInWithPassword } from './sign-in.ts';
import { settleSignUp, signUp } from './sign-up.ts';

export interface AuthFrontOptions extends ChangeUserOptions {
  lite: LiteApp;
  devices: KnownDevices;
  mailCodes: MailCodes;
  phoneCodes: PhoneCodes;
  /** Key of refresh tokens. */
  tokenKey: string;
  lifetimes: BackendLimits['sessions'];
  secrets: TokenSecrets;
  siteUrl: () => string;
  sessions: SessionOptions;
}

/**
 * Answers /auth/v1: phone codes here, everything else by lite, within the limits and with the pages that links lead to.
 */
export async function answerAuth(options: AuthFrontOptions, call: ApiCall): Promise<Response> {
  const { waitSeconds, delayMs } = options.limits.take(call);
  if (waitSeconds > 0) return tooManyAttempts(waitSeconds);
  if (delayMs > 0) await waitFor(delayMs, undefined, { ref: false });
  const mailbox = mailboxOf(call);
  const isAsked = sendsMail(call) && mailbox !== '';
  const checked = withCheckedToken(call, options.secrets);
  const startedAt = performance.now();
  const browser = options.devices.askerOf(call, mailbox) ?? newBrowserName();
  const answer =
    'code' in checked
      ? authError(401, 'bad_jwt', `invalid JWT: ${checked.message}`)
      : await strengthenRefreshToken(options, await answerWithinLimits(options, checked, browser));
  if (answer.ok) options.limits.succeeded(call);
  else options.limits.rejected(call);
  if (isAsked) await untilFullStep(startedAt, stepOf(call));
  const completed = await completeSession(options.sessions, call, answer);
  return isAsked && completed.ok
    ? options.devices.rememberAsker(call, completed, mailbox, browser)
    : options.devices.remember(call, completed);
}

/** Milliseconds: a sign-up hashes a password and makes an account, on a busy machine in 300 to 400. */
function stepOf(call: ApiCall): number {
  return call.url.pathname === '/auth/v1/signup' ? 500 : 150;
}

function tooManyAttempts(wait: number): Response {
  return authError(429, 'over_request_rate_limit', `Too many attempts. Try again in ${wait} seconds.`, wait);
}

async function answerWithinLimits(options: AuthFrontOptions, call: ApiCall, browser: string): Promise<Response> {
  const path = call.url.pathname;
  const unreadable = whyUnreadable(call);
  if (unreadable !== undefined) return authError(400, 'bad_json', unreadable);
  const factors = { ...options.sessions, exchange: (from: ApiCall, seed: string) => exchange(options, from, seed) };
  const answered = await answerFactors(factors, call);
  if (answered) return answered;
  const body = call.method === 'POST' || call.method === 'PUT' ? jsonBody(call) : undefined;
  if (path === '/auth/v1/otp' && body?.['phone']) return sendPhoneCode(options, call, body);
  if (path === '/auth/v1/verify' && body?.['phone']) return verifyPhoneCode(options, call, body);

  const redirect = redirectAddress(call.url.searchParams.get('redirect_to'), options.siteUrl());
  if (path === '/auth/v1/verify' && (call.method === 'GET' || call.method === 'HEAD')) return openLink(call, redirect);
  const asked = { redirect, browser, address: call.address };
  const byLite = (passed: ApiCall) => mailRequest.run(asked, () => options.lite.fetch(toRequest(passed)));
  const url = new URL(call.url);
  // Serialized again: for a field given twice, once with escapes, lite could read another value than the limits did.
  url.search = String(url.searchParams);
  if (url.searchParams.has('redirect_to')) url.searchParams.set('redirect_to', redirect);
  const passed = { ...(body ? withJsonBody(call, body) : call), url };
  if (body && path === '/auth/v1/verify') return useMail(options, passed, body, byLite);
  if (body && call.method === 'POST' && isMailRequest(call))
    return answerMailRequest(options, passed, { body, browser }, byLite);
  if (body && call.method === 'PUT' && path === '/auth/v1/user')
    return mailRequest.run(asked, () => changeUser(options, passed, body, byLite));
  if (body && path === '/auth/v1/token' && url.searchParams.get('grant_type') === 'password') {
    const { email, password } = body;
    if (typeof email === 'string' && typeof password === 'string' && password !== '')
      return signInWithPassword(options.sql, email, password, (as) =>
        byLite(withJsonBody(passed, { ...body, email: as })),
      );
  }
  if (path === '/auth/v1/token' && url.searchParams.get('grant_type') === 'refresh_token') {
    const wait = options.limits.takeRenewal(await sessionOfToken(options.sql, body?.['refresh_token']), call.address);
    if (wait > 0) return tooManyAttempts(wait);
    if (!body) return byLite(passed);
    return renewSession(options, body['refresh_token'], () => byLite(passed));
  }
  return byLite(passed);
}

type ByLite = (call: ApiCall) => Promise<Response>;

/** Leads to the page that has the button: scanners of mails open links, and must not use them up. */
function openLink({ url }: ApiCall, redirect: string): Response {
  const page = mailLinkPage(redirect, url.searchParams.get('type') ?? '', url.searchParams.get('token') ?? '');
  return new Response(null, { status: 303, headers: { location: page } });
}

async function useMail(
  options: AuthFrontOptions,
  call: ApiCall,
  body: Record<string, unknown>,
  byLite: ByLite,
): Promise<Response> {
  const rejected = rejectKey(options, call);
  if (rejected) return rejected;
  const isLink = 'token_hash' in body;
  const used = isLink
    ? await options.mailCodes.useLink(String(body['token_hash']))
    : await useCode(options, call, body);
  if (used instanceof Response) return used;
  if (!used) {
    const wait = isLink ? options.limits.takeWrongLink(call.address) : 0;
    return wait > 0 ? tooManyAttempts(wait) : authError(403, 'otp_expired', 'Email link is invalid or has expired');
  }
  if (used.kind === 'signup')
    await settleSignUp(options.sql, used.mailbox, options.devices.askerOf(call, used.mailbox));
  return byLite(withJsonBody(call, { type: used.kind, token_hash: used.token }));
}

/** The type in the body does not matter: a code is what its mail says. */
async function useCode(
  { devices, mailCodes }: AuthFrontOptions,
  call: ApiCall,
  { email, token, type }: Record<string, unknown>,
): Promise<UsedMail | Response | undefined> {
  if (!isMailAddress(email) || typeof token !== 'string' || typeof type !== 'string')
    return authError(400, 'validation_failed', 'Verify requires an e-mail address, a token and a type');
  const mailbox = mailboxOf(call);
  return mailCodes.useCode(mailbox, token.trim(), { address: call.address, browser: devices.askerOf(call, mailbox) });
}

async function answerMailRequest(
  options: AuthFrontOptions,
  call: ApiCall,
  { body, browser }: { body: Record<string, unknown>; browser: string },
  byLite: ByLite,
): Promise<Response> {
  const rejected = rejectKey(options, call);
  if (rejected) return rejected;
  const { email } = body;
  if (!isMailAddress(email)) return byLite(call);
  const isFlooded = options.limits.hasEnoughMails(call);
  const answer =
    call.url.pathname === '/auth/v1/signup'
      ? await signUp(options, call, { ...body, email }, byLite, { browser, isFlooded })
      : await requestMail(options.sql, call, email, () => byLite(call), isFlooded);
  if (!answer.ok && !isFlooded) options.limits.giveBackMail(call);
  return answer;
}

async function sendPhoneCode(
  options: AuthFrontOptions,
  call: ApiCall,
  body: Record<string, unknown>,
): Promise<Response> {
  const rejected = rejectKey(options, call);
  if (rejected) return rejected;
  const phone = phoneDigits(body['phone']);
  if (!phone) return authError(400, 'validation_failed', 'Invalid phone number format (E.164 required)');
  const data = body['data'];
  const device = options.devices.deviceOf(call, phone);
  const browser = device ?? options.devices.askerOf(call, phone) ?? newBrowserName();
  const mayCreateUser = body['create_user'] !== false;
  const startedAt = performance.now();
  const result = await options.phoneCodes.send(phone, {
    mayCreateUser,
    userData: data !== null && typeof data === 'object' ? (data as Record<string, unknown>) : {},
    caller: { address: call.address, browser, isKnown: device !== undefined },
  });
  if (!mayCreateUser) await untilFullStep(startedAt, 150);
  const answer = answerOfSend(result);
  return answer.ok && !device ? options.devices.rememberAsker(call, answer, phone, browser) : answer;
}

function answerOfSend(result: SendResult): Response {
  if (result.kind === 'wait')
    return authError(
      429,
      'over_sms_send_rate_limit',
      `For security purposes, you can only request this after ${result.seconds} seconds.`,
      result.seconds,
    );
  if (result.kind === 'failed') return authError(422, 'sms_send_failed', 'The message could not be sent.');
  return json(200, {});
}

async function verifyPhoneCode(
  options: AuthFrontOptions,
  call: ApiCall,
  body: Record<string, unknown>,
): Promise<Response> {
  const rejected = rejectKey(options, call);
  if (rejected) return rejected;
  const phone = phoneDigits(body['phone']);
  const code = body['token'];
  if (!phone || typeof code !== 'string' || body['type'] !== 'sms')
    return authError(400, 'validation_failed', 'Verify requires a phone, a token and the type sms');
  const device = options.devices.deviceOf(call, phone);
  const seed = await options.phoneCodes.verify(phone, code.trim(), {
    address: call.address,
    browser: device ?? options.devices.askerOf(call, phone),
  });
  if (!seed) return authError(403, 'otp_expired', 'Token has expired or is invalid');
  return exchange(options, call, seed);
}

/** lite signs sessions itself: the seed is exchanged like any refresh token, and can be used once. */
function exchange({ lite }: AuthFrontOptions, call: ApiCall, seed: string): Promise<Response> {
  const url = new URL('/auth/v1/token?grant_type=refresh_token', call.url);
  return lite.fetch(toRequest({ ...withJsonBody(call, { refresh_token: seed }), url }));
}

function rejectKey(options: AuthFrontOptions, call: ApiCall): Response | undefined {
  const key = call.headers.get('apikey') ?? call.url.searchParams.get('apikey') ?? '';
  return key === options.secrets.anonKey || key === options.secrets.serviceKey
    ? undefined
    : json(401, { message: 'Invalid API key', hint: 'Double check your Supabase `apikey`' });
}
