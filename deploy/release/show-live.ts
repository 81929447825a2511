import type { LiveRecord } from './live-record.ts';
import { Refusal, sentencesOf } from './refusal.ts';
import type { ReleaseContext } from './release-context.ts';
import { verifyWhenRunning } from './verify-live-page.ts';

/**
 * What a flip still needs after the record: documents where servers of files serve them, and a look at the site.
 * @throws Refusal when some visitors do not get what is live
 */
export async function showLive(context: ReleaseContext, app: string, record: LiveRecord): Promise<void> {
  const { writeDocuments } = await import('./static/write-documents.ts');
  // The Node server reads the record itself: it is looked at also when the documents fail.
  const [written, seen] = await Promise.allSettled([
    writeDocuments(context, record),
    verifyWhenRunning(context, app, record),
  ]);
  const sentences = [written, seen].flatMap((each) => (each.status === 'rejected' ? sentencesOf(each.reason) : []));
  if (sentences.length > 0) throw new Refusal(...sentences);
}
