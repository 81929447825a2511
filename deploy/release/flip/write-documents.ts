import { join } from 'node:path';
import type { LiveRecord } from '../../site/record/live-record.ts';
import { shareBesideCanary } from '../../site/telemetry/report-share.ts';
import { Rejection } from '../rejection.ts';
import { continueInBackground, runningSite, type ReleaseContext } from '../release-context.ts';
import { documentsFolder, liveGeneration } from '../../site/export/generations.ts';
import { readExportManifest, type ExportManifest } from '../../site/export/export-manifest.ts';
import { relinkDocuments } from '../../site/export/relink-documents.ts';
import { renderStatic } from '../../site/export/render-static.ts';

/**
 * After a flip, if a file server (nginx) serves this folder's documents: writes the documents of the live record, with
 * the settings of the previous ones. The pages of routes with very many addresses follow.
 * @throws Rejection that names what is live where, and what to do
 */
export async function writeDocuments(context: ReleaseContext, record: LiveRecord): Promise<void> {
  const { siteFolder, say } = context;
  const former = liveGeneration(siteFolder);
  if (!former || former.startsWith(`${record.sequence}-`)) return;
  const settings = readExportManifest(join(documentsFolder(siteFolder), former));
  const report = (generation: string): void => say(`File servers have it too: documents/${generation}.`);
  try {
    const relinked = await relinkDocuments(siteFolder, record);
    if (relinked) report(relinked.generation);
    if (relinked?.whole) return renderOwnShare(context, record, settings);
    const options = optionsFor(context, settings);
    if (relinked) return continueInBackground(context, renderStatic(options));
    await new Promise<void>((isLive, reject) => {
      const onLive = (generation: string): void => {
        report(generation);
        continueInBackground(context, all);
        isLive();
      };
      const all = renderStatic({ ...options, onLive });
      all.catch(reject);
    });
  } catch (failure) {
    throw new Rejection(...whatIsLive(context, record, former, settings, failure));
  }
}

/** Documents made during a canary report every visit; after it they are written again with their own share. */
function renderOwnShare(context: ReleaseContext, { canary }: LiveRecord, settings: ExportManifest | null): void {
  const share = settings?.reportShare ?? 1;
  if (canary || share === shareBesideCanary(share, true)) return;
  const rendered = async (): Promise<void> => {
    try {
      await renderStatic(optionsFor(context, settings));
    } catch (failure) {
      const reason = (failure instanceof Error ? failure.message : String(failure)).replace(/\.$/, '');
      context.say(`Until they are rendered again, documents report every visit, as during the canary: ${reason}.`);
    }
  };
  continueInBackground(context, rendered());
}

function optionsFor(context: ReleaseContext, settings: ExportManifest | null) {
  if (!settings) throw new Error('the settings with which they were written are unknown');
  const { backend, origin, reportShare } = settings;
  const running = runningSite(context);
  const url = backend.url || context.backend?.url || running?.backend.url;
  if (!url) throw new Error('no site runs here whose backend has their data');
  // Never the key of the command line, which reads the canary's reports: anyone can read documents.
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
  settings: ExportManifest | null,
  failure: unknown,
): string[] {
  const { siteFolder } = context;
  const reason = (failure instanceof Error ? failure.message : String(failure)).replace(/\.$/, '');
  const site = runningSite(context);
  const origin = settings?.origin ?? 'https://…';
  const own = settings?.backend.url === '' ? ' --own-origin' : '';
  return [
    `Flip ${sequence} is live in live.json${site ? `, and ${site.url} serves it` : ''}. File servers (nginx) still serve documents/${former}: the new documents could not be written (${reason}).`,
    `After fixing that: npm run release -- render --site ${siteFolder} --origin ${origin}${own}${site ? '' : ' --backend URL --key KEY'}`,
  ];
}
