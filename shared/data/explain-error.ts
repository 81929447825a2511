import { shop } from '../domain/shop.ts';
import { toAppError } from './app-error.ts';

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
      return error.retryAfterSeconds
        ? `Too many tries. Wait ${error.retryAfterSeconds} seconds, then try again.`
        : 'Too many tries. Wait a few minutes, then try again.';
    case 'unexpected':
      return failed;
    default:
      return error.hint && /^[a-z_]+$/.test(error.hint) ? error.message : failed;
  }
}

const failed = `That did not work. Try again, or call us on ${shop.phoneShown}.`;
