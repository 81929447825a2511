import type { PostgrestClient } from '@supabase/postgrest-js';
import { AppError, codeOfStatus, toAppError } from './app-error.ts';
import { backendConnection, bearerToken } from './connection.ts';
import type { Database } from './database.types.ts';

/** Milliseconds after which a call counts as unanswered. */
const CALL_TIMEOUT_MS = 12_000;

export type Db = PostgrestClient<Database>;
type Functions = Database['public']['Functions'];

let client: Db | null = null;
let clientUrl = '';

/**
 * The small PostgREST client: reads and rpc of public pages, without supabase-js. Carries the user's token if there is
 * one. Its 5 kB are downloaded with the first query: a page that was rendered ahead has its rows already.
 */
async function connect(): Promise<Db> {
  const { url } = backendConnection();
  const { PostgrestClient } = await import('@supabase/postgrest-js');
  if (!client || clientUrl !== url) {
    clientUrl = url;
    // Its own retries would keep a page waiting for up to a minute and hammer a server that asks to be left alone.
    client = new PostgrestClient<Database>(`${url}/rest/v1`, { fetch: fetchWithToken, retry: false });
  }
  return client;
}

async function fetchWithToken(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('apikey', backendConnection().key);
  headers.set('Authorization', `Bearer ${bearerToken()}`);
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const response = await fetch(input, { ...init, headers, signal: init.signal ?? timeout });
  return response.status === 429 ? withWaitingTime(response) : response;
}

/** postgrest-js hands on the body of a refusal but no headers: the waiting time travels in the body. */
async function withWaitingTime(response: Response): Promise<Response> {
  const body = (await response.json().catch(() => null)) as Refusal | null;
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || secondsInside(body);
  const refusal = { message: 'Too many tries. Wait a little.', ...body, retryAfterSeconds };
  return new Response(JSON.stringify(refusal), { status: response.status });
}

/** A gateway may keep the header from scripts, or not send it: the functions say it in their details too. */
function secondsInside(body: Refusal | null): number | null {
  return Number(/"retry_after": ?(\d+)/.exec(String(body?.details))?.[1]) || null;
}

interface Refusal {
  message: string;
  code?: string;
  hint?: string | null;
  details?: string | null;
  retryAfterSeconds?: number | null;
}

interface Answer<T> {
  data: T | null;
  error: Refusal | null;
  status: number;
}

/** Downloads the client ahead of the first query, beside the code that will make it. */
export function prepareReads(): void {
  import('@supabase/postgrest-js').catch(() => undefined); // the query itself tries again, and reports
}

/**
 * Makes a query, e.g. `read((db) => db.from('brands').select('slug'))`, and answers its rows.
 * @throws AppError instead of returning an error beside the data
 */
export function read<T>(query: (db: Db) => PromiseLike<Answer<T>>): Promise<NonNullable<T>> {
  return dataOf(async () => query(await connect()));
}

/**
 * Calls a database function. It takes no query, so it needs no client: a page whose only call this is downloads none.
 * @throws AppError; `hint` is the function's machine-readable reason, `message` a sentence to show
 */
export function callRpc<Name extends keyof Functions & string>(
  name: Name,
  args: Functions[Name]['Args'],
): Promise<NonNullable<Functions[Name]['Returns']>> {
  return callBackend<NonNullable<Functions[Name]['Returns']>>(`/rest/v1/rpc/${name}`, args);
}

/**
 * Posts JSON to an address of the backend, with the user's token if there is one. Payments are under the site's own
 * origin, also where the rest of the backend has another: customers come back there.
 * @throws AppError like callRpc
 */
export function callBackend<T>(path: string, args: unknown): Promise<NonNullable<T>> {
  return dataOf(async () => {
    const address = path.startsWith('/payments/') ? path : `${backendConnection().url}${path}`;
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetchWithToken(address, { method: 'POST', headers, body: JSON.stringify(args) });
    const { ok, status } = response;
    const body = (await response.json().catch(onlyBadJson)) as T & Refusal;
    return { data: ok ? body : null, error: ok ? null : (body ?? { message: '' }), status };
  });
}

/** A proxy's error page has no JSON; a body that breaks off is a failed call. */
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
  if (answer.error) throw errorOfAnswer(answer);
  if (answer.data === null || answer.data === undefined)
    throw new AppError('not_found', 'There is nothing at this address.');
  return answer.data;
}

function errorOfAnswer<T>({ error, status }: Answer<T>): AppError {
  const message = error?.message || 'The call failed.';
  // postgrest-js reports a failed fetch as status 0 with the error's name in front of the message.
  if (status === 0)
    return toAppError(
      /Timeout|Abort/.test(message) ? new DOMException(message, 'TimeoutError') : new TypeError(message),
    );
  const { hint, details, retryAfterSeconds } = error ?? {};
  return new AppError(codeOfStatus(status), message, { hint, details, retryAfterSeconds });
}
