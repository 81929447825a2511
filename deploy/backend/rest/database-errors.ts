/** The fields of a Postgres error that an answer may carry. */
interface DatabaseError {
  code?: string;
  message?: string;
  detail?: string;
  hint?: string;
}

/**
 * Makes lite answer database errors as PostgREST does. lite knows only some codes and turns all others into
 * "500 SUP"; but it implements PostgREST's convention for errors that carry their own status (SQLSTATE
 * PGRST), so every code it does not know is handed over in that form.
 */
export function answerLikePostgrest(error: unknown): unknown {
  const found = asConnectionError(error as DatabaseError);
  const status = statusOf(found.code);
  if (status === undefined) return error;
  const body = { code: found.code, message: found.message, details: found.detail ?? null, hint: found.hint ?? null };
  return Object.assign(new Error(JSON.stringify(body)), {
    code: 'PGRST',
    message: JSON.stringify(body),
    detail: JSON.stringify({ status, headers: {} }),
  });
}

/** The driver's own errors while the database cannot be reached, as PostgREST names them. */
function asConnectionError(error: DatabaseError): DatabaseError {
  return /^(ECONN|EPIPE|CONNECT)/.test(error?.code ?? '')
    ? { code: 'PGRST001', message: 'Could not connect with the database.', hint: 'Try again in a moment.' }
    : (error ?? {});
}

/** HTTP status for the codes that lite gets wrong; undefined for those that it answers itself. */
export function statusOf(code: string | undefined): number | undefined {
  if (code === 'PGRST001') return 503;
  if (code === 'PGRST003') return 504;
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return undefined;
  const own = exactStatus[code];
  if (own !== undefined) return own;
  return classStatus[code.slice(0, 2)];
}

const exactStatus: Record<string, number | undefined> = {
  P0001: 400,
  '23514': 400,
  '23P01': 409,
  '23503': 409,
  '23505': 409,
  '57P01': 503, // the server is shutting down, or an operator ended the session
  '57P02': 503, // the server crashed
  '57P03': 503, // the server is starting
};

/** By the first two characters, as in PostgREST's table of errors. */
const classStatus: Record<string, number | undefined> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23': 400,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 400, // too many columns, too deep: the statement came from the request
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};
