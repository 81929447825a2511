/** Everything that can go wrong with a call, in words the pages can act on. */
export type AppErrorCode =
  | 'offline' // no network on this device
  | 'timeout' // the backend did not answer in time
  | 'unavailable' // the backend answers with 5xx or not at all
  | 'signed_out' // 401: no session, or it has ended
  | 'not_allowed' // 403: this account may not
  | 'not_found' // 404, or no row where one was asked for
  | 'conflict' // 409: `hint` says which, e.g. slot_taken
  | 'invalid' // 400 and 422: `hint` names the field or rule
  | 'rate_limited' // 429: wait `retryAfterSeconds`
  | 'unexpected';

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AppErrorCode;
  /** Machine-readable reason of a domain error, e.g. `slot_taken` or `phone`. */
  readonly hint: string | null;
  /** JSON or text that goes with the reason, e.g. the nearest free windows. */
  readonly details: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: AppErrorCode,
    message: string,
    more: { hint?: string | null; details?: string | null; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.hint = more.hint ?? null;
    this.details = more.details ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

/** Maps an HTTP status to the closed set of codes. */
export function codeOfStatus(status: number): AppErrorCode {
  if (status === 0) return 'unavailable';
  if (status === 401) return 'signed_out';
  if (status === 403) return 'not_allowed';
  if (status === 404 || status === 406 || status === 416) return 'not_found';
  if (status === 409) return 'conflict';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'unavailable';
  if (status >= 400) return 'invalid';
  return 'unexpected';
}

/** Whatever was thrown, as an AppError. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { name, message } = (thrown ?? {}) as { name?: unknown; message?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError')
    return new AppError('timeout', 'The server took too long to answer.', { cause: thrown });
  if (thrown instanceof TypeError && typeof navigator !== 'undefined' && navigator.onLine === false)
    return new AppError('offline', 'There is no internet connection.', { cause: thrown });
  if (thrown instanceof TypeError) return new AppError('unavailable', 'The server did not answer.', { cause: thrown });
  return new AppError('unexpected', typeof message === 'string' ? message : 'Something unexpected happened.', {
    cause: thrown,
  });
}
