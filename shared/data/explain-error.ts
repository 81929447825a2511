import { shop } from '../domain/shop.ts';
import { waitingTime } from '../domain/waiting-time.ts';
import { toAppError, type AppError } from './app-error.ts';

/**
 * A sentence for a failed call: what happened and what to do. The database's own refusals are sentences already (their
 * hint is a machine code such as `too_late`); everything else is put into words here, never shown raw.
 */
export function explainError(thrown: unknown): string {
  const error = toAppError(thrown);
  switch (error.code) {
    case 'offline':
      return 'There is no internet connection. Nothing is lost: try again when it is back.';
    case 'timeout':
    case 'unavailable':
      return 'The server did not answer. Check the connection and try again.';
    case 'signed_out':
      return 'Your sign-in has ended. Sign in again.';
    case 'rate_limited':
      return explainLimit(error);
    case 'unexpected':
      return failed;
    default:
      return error.hint && /^[a-z_]+$/.test(error.hint) ? error.message : failed;
  }
}

/** The shop's own limits are sentences with a way on; those of addresses and sign-ins only say when to come back. */
function explainLimit({ hint, message, retryAfterSeconds }: AppError): string {
  const when = retryAfterSeconds ? `in ${waitingTime(retryAfterSeconds)}` : 'in a few minutes';
  if (!hint || !/^too_many(?!_requests)/.test(hint)) return `Too many tries. Try again ${when}.`;
  return retryAfterSeconds ? `${message} You can also try again ${when}.` : message;
}

const failed = `That did not work. Try again, or call us on ${shop.phoneShown}.`;
