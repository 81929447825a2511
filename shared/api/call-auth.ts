import type { AuthError } from '@supabase/supabase-js';
import { AppError, codeOfStatus, loadSupabase, toAppError, type Supabase } from '@twostroke/shared/client';

/** The error of a call of the auth provider for the caller to show, or null. No such call throws. */
export type AuthResult = Promise<AppError | null>;

/** Calls the auth provider. `hint` of an error is the provider's code. */
export async function callAuth(call: (client: Supabase) => Promise<{ error: AuthError | null }>): AuthResult {
  try {
    const { error } = await call(await loadSupabase());
    return error ? authError(error) : null;
  } catch (thrown) {
    return toAppError(thrown);
  }
}

function authError(error: AuthError): AppError {
  const status = error.status ?? 0;
  const seconds = /(\d+) seconds?/.exec(error.message)?.[1];
  return new AppError(codeOfStatus(status), error.message, {
    hint: error.code ?? null,
    retryAfterSeconds: seconds ? Number(seconds) : null,
    cause: error,
  });
}
