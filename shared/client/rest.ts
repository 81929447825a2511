import type { PostgrestClient } from '@supabase/postgrest-js';
import { AppError, codeOfStatus, toAppError } from './app-error.ts';
import { backendConnection, bearerToken } from './connection.ts';
import { importOnline } from './import-online.ts';
import type { Database } from '../contracts/database.types.ts';
import type { FunctionArguments, FunctionName, FunctionResult } from '../contracts/functions.ts';

/** Milliseconds after which a call counts as unanswered. */
const CALL_TIMEOUT_MS = 12_000;

export type Db = PostgrestClient<Database>;

const importClient = () => import('@supabase/postgrest-js');

let client: Db | null = null;
let clientUrl = '';

/**
 * The small PostgREST client: reads and rpc of public pages, without supabase-js. Sends the user's token if there is
 * one. Its 5 kB are downloaded with the first query: a prerendered page has its rows already.
 */
async function connect(): Promise<Db> {
  const { url } = backendConnection();
  if (client && clientUrl === url) return client;
  const { PostgrestClient } = await importOnline(importClient);
  clientUrl = url;
  // Its own retries would keep a page waiting for up to a minute and load a server that asks for a pause.
  client = new PostgrestClient<Database>(`${url}/rest/v1`, { fetch: fetchWithToken, retry: false });
  return client;
}

async function fetchWithToken(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('apikey', backendConnection().key);
  headers.set('Authorization', `Bearer ${bearerToken()}`);
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const response = await fetch(input, { ...init, headers, signal: init.signal ?? timeout });
  if (response.ok) return response;
  // open-client.ts listens: the session may have ended on another device.
  if (response.status === 401) globalThis.dispatchEvent?.(new Event('signed_out'));
  return withHeadersInBody(response);
}

/** postgrest-js passes on the body of an error but no headers, so waiting time and request id travel in the body. */
async function withHeadersInBody(response: Response): Promise<Response> {
  const { headers, status } = response;
  const body = (await response.json().catch(onlyBadJson)) as ErrorBody | null;
  const retryAfterSeconds = Number(headers.get('Retry-After')) || secondsInside(body);
  const rejection = { ...body, retryAfterSeconds, requestId: headers.get('X-Request-Id') };
  return new Response(JSON.stringify(rejection), { status });
}

/** A gateway may hide the header from scripts, or not send it: the functions repeat it in their details. */
function secondsInside(body: ErrorBody | null): number | null {
  return Number(/"retry_after": ?(\d+)/.exec(String(body?.details))?.[1]) || null;
}

interface ErrorBody {
  message: string;
  code?: string;
  hint?: string | null;
  details?: string | null;
  retryAfterSeconds?: number | null;
  requestId?: string | null;
}

interface Answer<T> {
  data: T | null;
  error: ErrorBody | null;
  status: number;
}

/** Downloads the client ahead of the first query, in parallel with the code that will make it. */
export function prepareReads(): void {
  importOnline(importClient).catch(() => undefined); // the query itself retries, and reports the failure
}

/**
 * Makes a query, e.g. `read((db) => db.from('brands').select('slug'))`, and returns its rows.
 * @throws AppError instead of returning an error beside the data
 */
export function read<T>(query: (db: Db) => PromiseLike<Answer<T>>): Promise<NonNullable<T>> {
  return dataOf(async () => query(await connect()));
}

/**
 * Calls a database function. It needs no client: a page with function calls only downloads none.
 * @throws AppError; `hint` is the code of a rejection, `details` its data as JSON
 */
export function callRpc<Name extends FunctionName>(
  name: Name,
  args: FunctionArguments<Name>,
): Promise<FunctionResult<Name>> {
  return callBackend(`/rest/v1/rpc/${name}`, args);
}

/**
 * Posts JSON to an address of the backend, with the user's token if there is one. Payments are under the site's own
 * origin, even where the rest of the backend has another: customers return there.
 * @param more further headers
 * @throws AppError like callRpc
 */
export function callBackend<T>(
  path: string,
  args: unknown,
  more: Record<string, string> = {},
): Promise<NonNullable<T>> {
  return dataOf(async () => {
    const address = path.startsWith('/payments/') ? path : `${backendConnection().url}${path}`;
    const headers = { 'Content-Type': 'application/json', ...more };
    const response = await fetchWithToken(address, { method: 'POST', headers, body: JSON.stringify(args) });
    const { ok, status } = response;
    const body = (await response.json().catch(onlyBadJson)) as T & ErrorBody;
    return { data: ok ? body : null, error: ok ? null : body, status };
  });
}

/** A proxy's error page is not JSON; a truncated body is a failed call. */
function onlyBadJson(thrown: unknown): null {
  if ((thrown as Error).name === 'SyntaxError') return null;
  throw thrown;
}

async function dataOf<T>(call: () => Promise<Answer<T>>): Promise<NonNullable<T>> {
  let answer: Answer<T>;
  try {
    answer = await call();
  } catch (thrown) {
    throw toAppError(thrown);
  }
  if (answer.error) throw errorOfAnswer(answer.error, answer.status);
  if (answer.data === null || answer.data === undefined)
    throw new AppError('not_found', 'There is nothing at this address.');
  return answer.data;
}

function errorOfAnswer(error: ErrorBody, status: number): AppError {
  const message = error.message || 'The call failed.';
  // postgrest-js reports a failed fetch as status 0 with the error's name in front of the message.
  if (status === 0)
    return toAppError(
      /Timeout|Abort/.test(message) ? new DOMException(message, 'TimeoutError') : new TypeError(message),
    );
  return new AppError(codeOfStatus(status), message, error);
}
