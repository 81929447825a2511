import { toAppError } from '@twostroke/shared/client';

const codes: readonly string[] = ['offline', 'timeout', 'unavailable'];

/** Whether a call failed because the backend was not reached: the same call may succeed later. */
export const isUnreached = (thrown: unknown): boolean => codes.includes(toAppError(thrown).code);
