import type { LiveRecord } from '../../site/record/live-record.ts';
import { Rejection, sentencesOf } from '../rejection.ts';
import type { ReleaseContext } from '../release-context.ts';
import { verifyWhenRunning } from './verify-live-page.ts';

/**
 * Writes the documents for file servers after the live record changed, and waits until the site serves it.
 * @throws Rejection when some visitors are not served what is live
 */
export async function waitUntilServed(context: ReleaseContext, app: string, record: LiveRecord): Promise<void> {
  const { writeDocuments } = await import('./write-documents.ts');
  // The Node server reads the record itself, so it is verified even when the documents fail.
  const [written, seen] = await Promise.allSettled([
    writeDocuments(context, record),
    verifyWhenRunning(context, app, record),
  ]);
  const sentences = [written, seen].flatMap((each) => (each.status === 'rejected' ? sentencesOf(each.reason) : []));
  if (sentences.length > 0) throw new Rejection(...sentences);
}
