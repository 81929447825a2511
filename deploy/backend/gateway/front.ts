import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BackendLimits } from '../backend-limits.ts';
import type { Logger } from '../logger.ts';
import { withQuietConsole } from '../rest/quiet-console.ts';
import { answerHeaders } from './answer-headers.ts';
import { authError, restError, storageError, withRetryAfter } from './answers.ts';
import type { ApiCall } from './api-call.ts';
import type { CallLimit } from './call-limits.ts';
import { ADDRESS_HEADER, clientAddress } from './client-address.ts';
import type { CrossOriginRules } from './cross-origin.ts';
import { answerPreflight, setCrossOriginHeaders } from './cross-origin.ts';
import type { Clock } from './rate-limiter.ts';
import { RateLimiter } from './rate-limiter.ts';
import { readBody, RequestBodyError } from './read-body.ts';
import { createRequestId, REQUEST_ID_HEADER, withRequest } from './request-id.ts';
import { createSecurityLog } from './security-log.ts';
import { whyRefused } from './request-shape.ts';
import { hasSiteKey } from './site-key.ts';
import { withoutInternals } from './without-internals.ts';

export interface FrontOptions {
  limits: BackendLimits;
  /** Which calls are counted, and how often each may be made. */
  callLimits: readonly CallLimit[];
  clock: Clock;
  logger: Logger;
  trustProxy: boolean;
  /** Default: only pages of the site itself may read answers. */
  crossOrigin?: CrossOriginRules;
  /** Identifies the site's own server, whose reads for prerendering are not counted. */
  siteKey?: string;
  /** The user whose token an Authorization header holds, if it is a valid one. */
  userOf(authorization: string | undefined): string | undefined;
  /** Whether the session of a valid token has ended. Auth asks the database itself. */
  hasEnded(authorization: string | undefined): boolean;
  answerAuth(call: ApiCall): Promise<Response>;
  answerRest(call: ApiCall): Promise<Response>;
  answerPayments(call: ApiCall): Promise<Response>;
  answerStorage(call: ApiCall): Promise<Response>;
}

export interface Front {
  /** Takes the request when its path belongs to the backend and returns true at once; the answer follows. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Those of PostgREST and GoTrue. A preflight request is answered before. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']);

/** The only way to the API: passes /rest/v1, /auth/v1, /payments/v1 and /storage/v1 within the limits, and nothing else of lite. */
export function createFront(options: FrontOptions): Front {
  const { limits, clock, crossOrigin = { allowsLocalPages: false } } = options;
  const securityLog = createSecurityLog(options.logger, clock);
  const requests = new RateLimiter(limits.requestsPerAddress, clock);
  const counters = options.callLimits.map((rule) => ({ ...rule, limiter: new RateLimiter(rule, clock) }));

  function isOfTheSite(request: IncomingMessage): boolean {
    return options.siteKey !== undefined && hasSiteKey(request, options.siteKey);
  }

  /**
   * Counts a call against every limit that applies. Returns 0 when it is within all of them, else the seconds to wait.
   */
  function count(request: IncomingMessage, path: string, address: string): number {
    const isSite = isOfTheSite(request);
    const wait = isSite ? 0 : requests.take(address);
    if (wait > 0) return wait;
    // Reads of the site's server for prerendering are not counted; writes are.
    const waits = counters
      .filter(({ paths, countsSite }) => paths.has(path) && (countsSite || !isSite))
      .map(({ limiter, countedBy }) => {
        // Who is signed in has a count of their own: strangers behind their address never stop them.
        const user = options.userOf(request.headers.authorization);
        const caller = countedBy === 'address' ? (user ?? address) : user;
        return caller === undefined ? 0 : limiter.take(caller);
      });
    return Math.max(0, ...waits);
  }

  async function answer(request: IncomingMessage, url: URL, requestId: string): Promise<Response> {
    const isAuth = url.pathname.startsWith('/auth/v1/');
    const reject = rejectOf(url);
    const address = clientAddress(request, options.trustProxy);
    const wait = count(request, url.pathname, address);
    if (wait > 0) return reject(429, wait);
    if (!methods.has(request.method ?? '')) return reject(405, undefined, 'There is no such method here.');
    if (!isSpelledPlainly(request, url)) return reject(404, undefined, 'There is nothing at this address.');
    if (!isAuth && options.hasEnded(request.headers.authorization))
      return reject(401, undefined, 'Sign in again: your session has ended.');
    let body: Buffer;
    try {
      body = await readBody(request, isUpload(request, url) ? limits.uploadBytes : limits.bodyBytes);
    } catch (error) {
      if (error instanceof RequestBodyError) return reject(error.status, undefined, error.message);
      throw error;
    }
    const headers = headersOf(request);
    // For limits that the database counts: on Supabase this header is the edge's, here a client's own is replaced.
    headers.set(ADDRESS_HEADER, address.replace('/64', ''));
    headers.set(REQUEST_ID_HEADER, requestId);
    const call: ApiCall = { method: request.method ?? 'GET', url, headers, body, address };
    const refused = isUpload(request, url) ? undefined : whyRefused(call);
    if (refused !== undefined) return reject(400, undefined, refused);
    if (url.pathname.startsWith('/payments/')) return options.answerPayments(call);
    if (url.pathname.startsWith('/storage/')) return withRetryAfter(await options.answerStorage(call));
    const answered = await (isAuth ? options.answerAuth(call) : options.answerRest(call));
    return withRetryAfter(await withoutInternals(answered, isAuth));
  }

  function noteAnswer(request: IncomingMessage, url: URL, requestId: string, status: number): void {
    securityLog.note({
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      status,
      address: clientAddress(request, options.trustProxy),
      request: requestId,
      user: options.userOf(request.headers.authorization),
    });
  }

  return {
    handle(request, response) {
      const url = ownUrl(request);
      if (!url) return false;
      const origin = request.headers.origin;
      const isPreflight = request.method === 'OPTIONS';
      const requestId = createRequestId();
      const wanted = request.headers['access-control-request-headers'] ?? null;
      const answered = isPreflight
        ? Promise.resolve(answerPreflight(origin, wanted, crossOrigin))
        : withQuietConsole(withRequest(options.logger, requestId), () => answer(request, url, requestId));
      answered
        .catch((error: unknown) => {
          const name = error instanceof Error ? error.name : 'unknown error';
          options.logger.error(`The API failed: ${name}.`, { request: requestId, path: url.pathname });
          return rejectOf(url)(500);
        })
        .then((answer) => {
          if (!isPreflight) noteAnswer(request, url, requestId, answer.status);
          response.setHeader(REQUEST_ID_HEADER, requestId);
          return send(answer, response, isPreflight ? undefined : { origin, ...crossOrigin });
        })
        .catch(() => response.destroy());
      return true;
    },
  };
}

/** The normalised URL of a request for the API, or undefined: '/rest/v1/../../_system' is not one. */
export function ownUrl(request: IncomingMessage): URL | undefined {
  // Normalising a path writes no letters: most requests are for pages, which need no URL here.
  if (!request.url?.includes('v1')) return undefined;
  try {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
    return /^\/(rest|auth|payments|storage)\/v1\//.test(url.pathname) ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the path is written as clients write it. lite decodes paths before it looks at them, so '/rpc/hold%5Fslot'
 * would run the function while the limits, which compare names, count nothing: only one spelling is accepted here.
 */
function isSpelledPlainly(request: IncomingMessage, url: URL): boolean {
  const [, path] = /^([^?#]*)(?:\?[^#]*)?$/.exec(request.url ?? '') ?? [];
  return path === url.pathname && /^\/[a-z]+\/v1\/(?:[\w.-]+(?:\/[\w.-]+)*)?$/.test(path);
}

/** Whether the body of a call is a file: its bytes are not JSON, and Storage checks them. */
function isUpload(request: IncomingMessage, url: URL): boolean {
  const [, kind] = /^\/storage\/v1\/object\/(\w[\w-]*)\//.exec(url.pathname) ?? [];
  return request.method === 'POST' && kind !== undefined && kind !== 'sign' && kind !== 'list';
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

type Reject = (status: number, retryAfterSeconds?: number, message?: string) => Response;

/** An error in the shape that the client of this path reads. */
function rejectOf({ pathname }: URL): Reject {
  if (pathname.startsWith('/auth/')) return rejectAuth;
  return pathname.startsWith('/storage/') ? rejectStorage : rejectRest;
}

function rejectStorage(status: number, retryAfterSeconds?: number, message?: string): Response {
  return storageError(status, hintOf(status), message ?? wordsFor(status, retryAfterSeconds), retryAfterSeconds);
}

function rejectRest(status: number, retryAfterSeconds?: number, message?: string): Response {
  return restError(status, message ?? wordsFor(status, retryAfterSeconds), hintOf(status), retryAfterSeconds);
}

const hints: Partial<Record<number, string>> = {
  401: 'signed_out',
  404: 'not_found',
  413: 'too_large',
  429: 'too_many_requests',
};
const hintOf = (status: number): string => hints[status] ?? 'refused';

function rejectAuth(status: number, retryAfterSeconds?: number, message?: string): Response {
  const code = status === 429 ? 'over_request_rate_limit' : status === 500 ? 'unexpected_failure' : 'validation_failed';
  return authError(status, code, message ?? wordsFor(status, retryAfterSeconds), retryAfterSeconds);
}

async function send(
  answer: Response,
  response: ServerResponse,
  asked: ({ origin: string | undefined } & CrossOriginRules) | undefined,
): Promise<void> {
  const headers = new Headers(answer.headers);
  // The answer to a preflight request has its headers already.
  if (asked) setCrossOriginHeaders(headers, asked.origin, asked);
  for (const [name, value] of Object.entries(answerHeaders)) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  // Exactly one length, counted here: lite sets its own, and two of them break HTTP clients.
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  const body = Buffer.from(await answer.arrayBuffer());
  response.statusCode = answer.status;
  headers.forEach((value, name) => response.setHeader(name, value));
  if (answer.status !== 204 && answer.status !== 304) response.setHeader('content-length', body.length);
  // A rejected body is not read to its end, so the connection cannot be reused.
  if (answer.status === 413 || answer.status === 411) response.setHeader('connection', 'close');
  response.end(body);
}
