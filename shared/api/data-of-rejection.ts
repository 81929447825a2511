import type { AppError } from '@twostroke/shared/client';
import type { RejectionData } from './rejection-data.ts';

/**
 * The data that the database sent with a rejection.
 * @param codes the rejections whose data is wanted
 * @returns null for any other error, and for data that can't be read
 */
export function dataOfRejection<Code extends keyof RejectionData>(
  { hint, details }: AppError,
  ...codes: Code[]
): RejectionData[Code] | null {
  if (!codes.some((code) => code === hint)) return null;
  try {
    // The database promises these data with this code: see rejectionData.
    return JSON.parse(details ?? 'null') as RejectionData[Code] | null;
  } catch {
    return null;
  }
}
