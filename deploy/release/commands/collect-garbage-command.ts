import { collectGarbage } from '../targets/collect-garbage.ts';
import { readUsableRecord } from '../../site/record/recover-live-record.ts';
import { requireRecord, type ReleaseContext } from '../release-context.ts';
import { collectGarbageAtTarget } from '../targets/collect-garbage-at-target.ts';
import { openTarget } from '../targets/open-target.ts';

interface CollectGarbageOptions {
  /** The target as on the command line; null: the site folder. */
  target: string | null;
  /** Only lists what would be removed. */
  dryRun: boolean;
  env: NodeJS.ProcessEnv;
}

/**
 * `gc`: removes unused releases and pages, and reports them.
 * @throws Rejection
 */
export async function runCollectGarbage(context: ReleaseContext, options: CollectGarbageOptions): Promise<void> {
  const { siteFolder, say } = context;
  const { dryRun, env } = options;
  if (!options.target) {
    const record = requireRecord(readUsableRecord(siteFolder).record, context);
    const { releases, pages, bytes } = collectGarbage(siteFolder, record, { dryRun });
    return say(sentenceOf('the site folder', dryRun, bytes, releases, counted(pages, 'folder', ' of rendered pages')));
  }
  const target = openTarget(options.target, { env, backendOrigin: null });
  const { releases, generations, bytes } = await collectGarbageAtTarget(target, { dryRun });
  const names = releases.map(({ app, version }) => `${app} ${version}`);
  const documents = counted(generations.length, 'generation', ' of documents', generations);
  say(sentenceOf(target.name, dryRun, bytes, names, documents));
}

function sentenceOf(place: string, dryRun: boolean, bytes: number, releases: string[], rest: string | null): string {
  const parts = [counted(releases.length, 'release', '', releases), rest].filter((part) => part !== null);
  if (parts.length === 0) return `Everything in ${place} is in use.`;
  return `${dryRun ? 'Would remove' : 'Removed'} from ${place}: ${parts.join(' and ')}, ${(bytes / 1_000_000).toFixed(1)} MB.`;
}

/** `2 releases (cart 1.0.0, cart 1.1.0)`; null for none. */
function counted(count: number, word: string, more: string, names: string[] = []): string | null {
  if (count === 0) return null;
  return `${count} ${word}${count === 1 ? '' : 's'}${more}${names.length > 0 ? ` (${names.join(', ')})` : ''}`;
}
