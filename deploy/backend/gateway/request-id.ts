import { randomInt } from 'node:crypto';
import type { Logger } from '../logger.ts';

/** Names a request in the answer, in the log, in the database's own log and in the visitor's error panel. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** No letters that sound or look alike: visitors read it out on the phone. */
const letters = '23456789abcdefghjkmnpqrstvwxyz';

/** Eight letters and digits; a client's own id would let it write into the log. */
export function createRequestId(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}

/** The log, with the id of a request in each line. */
export function withRequest(logger: Logger, request: string): Logger {
  return {
    info: (message, fields) => logger.info(message, { request, ...fields }),
    warn: (message, fields) => logger.warn(message, { request, ...fields }),
    error: (message, fields) => logger.error(message, { request, ...fields }),
  };
}
