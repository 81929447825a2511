import { candidateOf } from '../../site/record/fit/candidate.ts';
import { fitErrors } from '../../site/record/fit/fit.ts';
import type { ReleaseRecord } from '../../site/record/release-record.ts';
import { Rejection } from '../rejection.ts';
import type { ReleaseContext } from '../release-context.ts';
import type { LiveChange } from './flip.ts';

/**
 * Releases that were live at different times may be incompatible.
 * @throws Rejection naming every reason
 */
export function rejectMismatch({ siteFolder }: ReleaseContext, release: ReleaseRecord, change: LiveChange): void {
  const errors = fitErrors(candidateOf(siteFolder, release, change));
  if (errors.length > 0) throw new Rejection(...errors);
}
