/** Everything that can go wrong with a call, as codes that pages can act on. */
export type AppErrorCode =
  | 'offline' // no network on this device
  | 'timeout' // the backend did not answer in time
  | 'unavailable' // the backend answers with 5xx or not at all
  | 'signed_out' // 401: no session, or it has ended
  | 'not_allowed' // 403: this account is not allowed to
  | 'not_found' // 404, or no row where one was requested
  | 'conflict' // 409: `hint` says which conflict, e.g. slot_taken
  | 'invalid' // 400 and 422: `hint` names the field or rule
  | 'rate_limited' // 429: wait `retryAfterSeconds`
  | 'unexpected';

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: AppErrorCode;
  /** The code of a rejection by the database, e.g. `slot_taken` or `phone`: messages.ts of each app words it. */
  readonly hint: string | null;
  /** The data of that code as JSON, e.g. the nearest free windows. */
  readonly details: string | null;
  readonly retryAfterSeconds: number | null;
  /** Names the request in the backend's log. */
  readonly requestId: string | null;

  constructor(
    code: AppErrorCode,
    message: string,
    more: {
      hint?: string | null;
      details?: string | null;
      retryAfterSeconds?: number | null;
      requestId?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.hint = more.hint ?? null;
    this.details = more.details ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.requestId = more.requestId ?? null;
  }

  /** What a visitor reads out on the phone: `unavailable 7kx3m9qp`. */
  get faultCode(): string {
    return [this.code, this.requestId].filter(Boolean).join(' ');
  }
}

const codes: Record<number, AppErrorCode> = {
  0: 'unavailable',
  401: 'signed_out',
  403: 'not_allowed',
  404: 'not_found',
  406: 'not_found',
  408: 'timeout',
  409: 'conflict',
  416: 'not_found',
  429: 'rate_limited',
  504: 'timeout',
};

/** Maps an HTTP status to the closed set of codes. */
export function codeOfStatus(status: number): AppErrorCode {
  return codes[status] ?? (status >= 500 ? 'unavailable' : status >= 400 ? 'invalid' : 'unexpected');
}

/** Any thrown value as an AppError. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { name, message } = (thrown ?? {}) as { name?: unknown; message?: unknown };
  const more = { cause: thrown };
  if (name === 'TimeoutError' || name === 'AbortError')
    return new AppError('timeout', 'The server took too long to answer.', more);
  if (thrown instanceof TypeError)
    return typeof navigator !== 'undefined' && navigator.onLine === false
      ? new AppError('offline', 'There is no internet connection.', more)
      : new AppError('unavailable', 'The server did not answer.', more);
  return new AppError('unexpected', typeof message === 'string' ? message : 'Something unexpected happened.', more);
}
