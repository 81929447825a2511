import { join } from 'node:path';
import type { LiveRecord } from '../live-record.ts';
import { shareBesideCanary } from '../../telemetry/report-share.ts';
import { Refusal } from '../refusal.ts';
import { goesOn, runningSite, type ReleaseContext } from '../release-context.ts';
import { documentsFolder, liveGeneration } from './generations.ts';
import { readMadeFrom, type MadeFrom } from './made-from.ts';
import { relinkDocuments } from './relink-documents.ts';
import { renderStatic } from './render-static.ts';

/**
 * After a flip, where a server of files (nginx) serves this folder's documents: writes those of the live record. Settings
 * are those that the documents before were written with. The pages of routes with very many follow.
 * @throws Refusal that says what is live where, and what to do
 */
export async function writeDocuments(context: ReleaseContext, record: LiveRecord): Promise<void> {
  const { siteFolder, say } = context;
  const former = liveGeneration(siteFolder);
  if (!former || former.startsWith(`${record.sequence}-`)) return;
  const settings = readMadeFrom(join(documentsFolder(siteFolder), former));
  const tell = (generation: string): void => say(`Servers of files have it too: documents/${generation}.`);
  try {
    const relinked = await relinkDocuments(siteFolder, record);
    if (relinked) tell(relinked.generation);
    if (relinked?.whole) return renderOwnShare(context, record, settings);
    const options = optionsFor(context, settings);
    if (relinked) return goesOn(context, renderStatic(options));
    await new Promise<void>((isLive, reject) => {
      const onLive = (generation: string): void => {
        tell(generation);
        goesOn(context, all);
        isLive();
      };
      const all = renderStatic({ ...options, onLive });
      all.catch(reject);
    });
  } catch (failure) {
    throw new Refusal(...whatIsLive(context, record, former, settings, failure));
  }
}

/** Documents that were made beside a canary let every visit report; without one they are written with their own share. */
function renderOwnShare(context: ReleaseContext, { canary }: LiveRecord, settings: MadeFrom | null): void {
  const share = settings?.reportShare ?? 1;
  if (canary || share === shareBesideCanary(share, true)) return;
  const rendered = async (): Promise<void> => {
    try {
      await renderStatic(optionsFor(context, settings));
    } catch (failure) {
      const reason = (failure instanceof Error ? failure.message : String(failure)).replace(/\.$/, '');
      context.say(`Documents let every visit report, as beside the canary, until they are rendered again: ${reason}.`);
    }
  };
  goesOn(context, rendered());
}

function optionsFor(context: ReleaseContext, settings: MadeFrom | null) {
  if (!settings) throw new Error('it is not known which settings they were written with');
  const { backend, origin, reportShare } = settings;
  const running = runningSite(context);
  const url = backend.url || context.backend?.url || running?.backend.url;
  if (!url) throw new Error('no site runs here whose backend could be asked for their data');
  // Never the key of the command line, with which the canary's reports are read: everybody reads documents.
  const key = backend.url ? backend.key : (running?.backend.key ?? backend.key);
  return {
    siteFolder: context.siteFolder,
    origin,
    ...(reportShare === undefined ? {} : { reportShare }),
    browserBackend: { url: backend.url, key },
    dataBackend: { url, key },
  };
}

function whatIsLive(
  context: ReleaseContext,
  { sequence }: LiveRecord,
  former: string,
  settings: MadeFrom | null,
  failure: unknown,
): string[] {
  const { siteFolder } = context;
  const reason = (failure instanceof Error ? failure.message : String(failure)).replace(/\.$/, '');
  const site = runningSite(context);
  const origin = settings?.origin ?? 'https://…';
  const own = settings?.backend.url === '' ? ' --own-origin' : '';
  return [
    `Flip ${sequence} is live in live.json${site ? `, and ${site.url} serves it` : ''}. Servers of files (nginx) still serve documents/${former}: the new documents could not be written (${reason}).`,
    `When that is cured: npm run release -- render --site ${siteFolder} --origin ${origin}${own}${site ? '' : ' --backend URL --key KEY'}`,
  ];
}
