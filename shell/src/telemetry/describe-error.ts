import { AppError } from '@twostroke/shared/client';
import { isRouteErrorResponse } from '@twostroke/shared/router';
import type { ClientEvent } from './report-queue.ts';
import { withoutPersonalData } from './without-personal-data.ts';

/** Answers of normal operation: the visitor sees a message, and no repair is needed. */
const EXPECTED = new Set(['offline', 'signed_out', 'not_allowed', 'not_found', 'conflict', 'rate_limited']);

/** Class, message and failed call of what was thrown, or null when it is not an error of the site. */
export function describeError(thrown: unknown): Pick<ClientEvent, 'name' | 'message' | 'request_id'> | null {
  if (isRouteErrorResponse(thrown) || thrown instanceof Response) return null;
  if (thrown instanceof AppError && EXPECTED.has(thrown.code)) return null;
  if (typeof thrown !== 'object' || thrown === null)
    return { name: typeof thrown, message: withoutPersonalData(String(thrown)) };
  const { name, message, stack } = thrown as { name?: unknown; message?: unknown; stack?: unknown };
  if (name === 'AbortError') return null; // the visitor navigated away
  if (typeof stack === 'string' && /(?:extension|user-script):/.test(stack)) return null;
  const code = thrown instanceof AppError ? `${thrown.code}: ` : '';
  return {
    name: typeof name === 'string' && name ? name : 'Error',
    message: code + withoutPersonalData(typeof message === 'string' ? message : ''),
    ...(thrown instanceof AppError && thrown.requestId ? { request_id: thrown.requestId } : {}),
  };
}
