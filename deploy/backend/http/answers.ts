/** An error in the shape of PostgREST, which postgrest-js turns into its error object. */
export function restError(status: number, message: string, hint: string, retryAfterSeconds?: number): Response {
  return json(status, { code: `HTTP${status}`, message, details: null, hint }, retryAfterSeconds);
}

/** An error in the shape of GoTrue; auth-js leaves error.code undefined without exactly these three fields. */
export function authError(status: number, errorCode: string, message: string, retryAfterSeconds?: number): Response {
  return json(status, { code: status, error_code: errorCode, msg: message }, retryAfterSeconds);
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
