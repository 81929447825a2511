/** An error in the shape of PostgREST, which postgrest-js turns into its error object. */
export function restError(status: number, message: string, hint: string, retryAfterSeconds?: number): Response {
  const details = retryAfterSeconds === undefined ? null : JSON.stringify({ retry_after: retryAfterSeconds });
  return json(status, { code: `HTTP${status}`, message, details, hint }, retryAfterSeconds);
}

/** An error in the shape of GoTrue; auth-js leaves error.code undefined without exactly these three fields. */
export function authError(status: number, errorCode: string, message: string, retryAfterSeconds?: number): Response {
  return json(status, { code: status, error_code: errorCode, msg: message }, retryAfterSeconds);
}

/** An error in the shape of Supabase Storage, of which storage-js makes its StorageApiError. */
export function storageError(status: number, error: string, message: string, retryAfterSeconds?: number): Response {
  return json(status, { statusCode: String(status), error, message }, retryAfterSeconds);
}

/**
 * Adds Retry-After to a rate-limit error of the database or of lite: functions name the seconds in their details.
 */
export async function withRetryAfter(answer: Response): Promise<Response> {
  if (answer.status !== 429 || answer.headers.has('retry-after')) return answer;
  const text = await answer.text();
  const headers = new Headers(answer.headers);
  const said = /\\?"retry_after\\?": ?(\d+)/.exec(text) ?? /(\d+) seconds?/.exec(text);
  headers.set('retry-after', said?.[1] ?? '60');
  return new Response(text, { status: 429, headers });
}

export function json(status: number, body: unknown, retryAfterSeconds?: number): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  });
}
