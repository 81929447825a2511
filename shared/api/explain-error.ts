import { toAppError, type AppError } from '@twostroke/shared/client';
import { shop } from '../domain/shop.ts';
import { waitingTime } from '../domain/waiting-time.ts';

/** Any app's Messages: what its functions take is known by their code. */
export type AnyMessages = Readonly<Record<string, string | ((data: never) => string)>>;

/**
 * A sentence for a failed call: what happened and what to do. The sentences of the database's rejections are the app's
 * own; everything else gets a sentence here, and no text of a server is ever shown.
 */
export function explainError(thrown: unknown, messages: AnyMessages): string {
  const error = toAppError(thrown);
  switch (error.code) {
    case 'offline':
      return 'There is no internet connection. Nothing is lost: try again when it is back.';
    case 'timeout':
    case 'unavailable':
      return 'Our server did not answer. Nothing is lost: check the connection and try again.';
    case 'signed_out':
      return 'Your sign-in has ended. Sign in again.';
    case 'rate_limited':
      return explainLimit(error, messages);
    case 'unexpected':
      return failed;
    default:
      return explainRejection(error, messages) ?? failed;
  }
}

/** The sentence for the code of a rejection; null for a code that the app does not know. */
export function explainRejection({ hint, details }: AppError, messages: AnyMessages): string | null {
  try {
    return hint ? explainCode(hint, JSON.parse(details || 'null'), messages) : null;
  } catch {
    return null;
  }
}

/** The sentence for a code and its data; null for a code without one. */
export function explainCode(code: string, data: unknown, messages: AnyMessages): string | null {
  const message = Object.hasOwn(messages, code) ? messages[code] : undefined;
  // The database promises these data with this code: see rejectionData.
  return typeof message === 'function' ? message(data as never) : (message ?? null);
}

/**
 * For the shop's own limits the sentence says what to do; for limits on addresses and sign-ins only when to try again.
 */
function explainLimit(error: AppError, messages: AnyMessages): string {
  const { retryAfterSeconds } = error;
  const when = retryAfterSeconds ? `in ${waitingTime(retryAfterSeconds)}` : 'in a few minutes';
  const sentence = explainRejection(error, messages);
  if (!sentence) return `Too many tries. Try again ${when}.`;
  return retryAfterSeconds ? `${sentence} You can also try again ${when}.` : sentence;
}

const failed = `That did not work. Try again, or call us on ${shop.phoneShown}.`;
