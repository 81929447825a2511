import { callRpc } from '@twostroke/shared/client';
import type { FunctionResult } from '@twostroke/shared/contracts/functions';

export type AuditLine = FunctionResult<'list_audit'>[number];

/** How many lines are read at once. */
export const linesAtOnce = 50;

/** Who did what, the newest first; older than a line. @throws AppError */
export function readAudit(olderThan: number | null): Promise<AuditLine[]> {
  return callRpc('list_audit', olderThan === null ? {} : { older_than: olderThan });
}
