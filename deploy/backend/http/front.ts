import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BackendLimits } from '../backend-limits.ts';
import type { Logger } from '../logger.ts';
import { withQuietConsole } from '../rest/quiet-console.ts';
import { authError, restError, withRetryAfter } from './answers.ts';
import type { ApiCall } from './api-call.ts';
import { clientAddress } from './client-address.ts';
import { answerPreflight, setCrossOriginHeaders } from './cross-origin.ts';
import type { Clock } from './rate-limiter.ts';
import { RateLimiter } from './rate-limiter.ts';
import { readBody, RefusedBodyError } from './read-body.ts';
import { hasSiteKey } from './site-key.ts';

export interface FrontOptions {
  limits: BackendLimits;
  clock: Clock;
  logger: Logger;
  trustProxy: boolean;
  /** By it the site's own server is known: what it reads for its pages is not counted. */
  siteKey?: string;
  /** The user whose token an Authorization header holds, if it is a valid one. */
  userOf(authorization: string | undefined): string | undefined;
  answerAuth(call: ApiCall): Promise<Response>;
  answerRest(call: ApiCall): Promise<Response>;
  answerPayments(call: ApiCall): Promise<Response>;
}

export interface Front {
  /** Takes the request when its path belongs to the backend and returns true at once; the answer follows. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

const rpc = (...names: string[]): string[] => names.map((name) => `/rest/v1/rpc/${name}`);
// What a page asks again at each change of cart or time. A visitor's booking takes about twenty; a copier of the calendar, thousands.
const prices = rpc('quote', 'list_slots');

/**
 * Which addresses each limit of calls counts. On Supabase the database counts the same functions by the same figures:
 * private.call_limits, which a test compares with this.
 */
export const countedCalls = {
  // What visitors write with: a flood of it costs the shop places and phone calls.
  visitorWritesPerAddress: new Set([
    ...rpc('create_booking', 'hold_slot', 'join_waitlist', 'request_callback', 'start_payment'),
    '/payments/v1/orders',
  ]),
  pricesPerAddress: new Set(prices),
  pricesPerUser: new Set(prices),
  // Written by every page in the background: counted apart, so that it can't use up anybody's bookings.
  clientReportsPerAddress: new Set(rpc('report_client_events')),
};

/** Counted whoever asks: the site's own server only reads. */
const writes = new Set([...countedCalls.visitorWritesPerAddress, ...countedCalls.clientReportsPerAddress]);

/** The only door to the API: lets /rest/v1, /auth/v1 and /payments/v1 through, within the limits, and nothing else of lite. */
export function createFront(options: FrontOptions): Front {
  const { limits, clock } = options;
  const requests = new RateLimiter(limits.requestsPerAddress, clock);
  const counters = Object.entries(countedCalls).map(([name, paths]) => {
    const limiter = new RateLimiter(limits[name as keyof typeof countedCalls], clock);
    return { paths, limiter, by: name.endsWith('PerUser') ? ('user' as const) : ('address' as const) };
  });

  function isOfTheSite(request: IncomingMessage): boolean {
    return options.siteKey !== undefined && hasSiteKey(request, options.siteKey);
  }

  /** Counts a call wherever it counts. Returns 0 when it is within all limits, else the seconds to wait. */
  function count(request: IncomingMessage, path: string, address: string): number {
    const waits = counters
      .filter(({ paths }) => paths.has(path))
      .map(({ limiter, by }) => {
        const caller = by === 'address' ? address : options.userOf(request.headers.authorization);
        return caller === undefined ? 0 : limiter.take(caller);
      });
    return Math.max(0, ...waits);
  }

  async function answer(request: IncomingMessage, url: URL): Promise<Response> {
    const isAuth = url.pathname.startsWith('/auth/v1/');
    const refuse = isAuth ? refuseAuth : refuseRest;
    const address = clientAddress(request, options.trustProxy);
    const isOwnRead = isOfTheSite(request) && !writes.has(url.pathname);
    const wait = isOwnRead ? 0 : requests.take(address) || count(request, url.pathname, address);
    if (wait > 0) return refuse(429, wait);
    if (!isSpelledPlainly(request, url)) return refuse(404, undefined, 'There is nothing at this address.');
    let body: Buffer;
    try {
      body = await readBody(request, limits.bodyBytes);
    } catch (error) {
      if (error instanceof RefusedBodyError) return refuse(error.status, undefined, error.message);
      throw error;
    }
    const call: ApiCall = { method: request.method ?? 'GET', url, headers: headersOf(request), body, address };
    if (url.pathname.startsWith('/payments/')) return options.answerPayments(call);
    return withRetryAfter(await (isAuth ? options.answerAuth(call) : options.answerRest(call)));
  }

  return {
    handle(request, response) {
      const url = ownUrl(request);
      if (!url) return false;
      const origin = request.headers.origin;
      const answered =
        request.method === 'OPTIONS'
          ? Promise.resolve(answerPreflight(origin, request.headers['access-control-request-headers'] ?? null))
          : withQuietConsole(options.logger, () => answer(request, url));
      answered
        .catch((error: unknown) => {
          options.logger.error(`The API failed: ${error instanceof Error ? error.name : 'unknown error'}.`);
          return url.pathname.startsWith('/auth/') ? refuseAuth(500) : refuseRest(500);
        })
        .then((answer) => send(answer, response, request.method === 'OPTIONS' ? undefined : { origin }))
        .catch(() => response.destroy());
      return true;
    },
  };
}

/** The normalised URL of a request for the API, or undefined: '/rest/v1/../../_system' is not one. */
export function ownUrl(request: IncomingMessage): URL | undefined {
  try {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
    return /^\/(rest|auth|payments)\/v1\//.test(url.pathname) ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the path is written as clients write it. lite decodes paths before it looks at them, so '/rpc/hold%5Fslot'
 * would run the function while the limits, which compare names, count nothing: each address has one spelling here.
 */
function isSpelledPlainly(request: IncomingMessage, url: URL): boolean {
  const [, path] = /^([^?#]*)(?:\?[^#]*)?$/.exec(request.url ?? '') ?? [];
  return path === url.pathname && /^\/[a-z]+\/v1\/(?:[\w.-]+(?:\/[\w.-]+)*)?$/.test(path);
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

function wordsFor(status: number, retryAfterSeconds?: number): string {
  if (status === 429) return `Too many requests. Try again in ${retryAfterSeconds ?? 60} seconds.`;
  return status === 500 ? 'Something went wrong on our side.' : 'Refused.';
}

function refuseRest(status: number, retryAfterSeconds?: number, message?: string): Response {
  const hint =
    status === 429 ? 'too_many_requests' : status === 413 ? 'too_large' : status === 404 ? 'not_found' : 'refused';
  return restError(status, message ?? wordsFor(status, retryAfterSeconds), hint, retryAfterSeconds);
}

function refuseAuth(status: number, retryAfterSeconds?: number, message?: string): Response {
  const code = status === 429 ? 'over_request_rate_limit' : status === 500 ? 'unexpected_failure' : 'validation_failed';
  return authError(status, code, message ?? wordsFor(status, retryAfterSeconds), retryAfterSeconds);
}

async function send(
  answer: Response,
  response: ServerResponse,
  asked: { origin: string | undefined } | undefined,
): Promise<void> {
  const headers = new Headers(answer.headers);
  // The answer to a preflight question has its headers already.
  if (asked) setCrossOriginHeaders(headers, asked.origin);
  headers.set('x-content-type-options', 'nosniff');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  // Exactly one length, counted here: lite sets its own, and two of them break HTTP clients.
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  const body = Buffer.from(await answer.arrayBuffer());
  response.statusCode = answer.status;
  headers.forEach((value, name) => response.setHeader(name, value));
  if (answer.status !== 204 && answer.status !== 304) response.setHeader('content-length', body.length);
  // A refused body is not read to its end, so the connection cannot be used again.
  if (answer.status === 413 || answer.status === 411) response.setHeader('connection', 'close');
  response.end(body);
}
