import { join } from 'node:path';
import type { BrowserBackend } from '../documents/assemble-document.ts';
import type { Live } from '../record/live.ts';
import { readLiveRecord } from '../record/live-record.ts';
import { contentVersionFrom, fetchRowsFrom } from '../prerender/fetch-rows.ts';
import type { Address } from '../prerender/list-addresses.ts';
import { createPageStore, type PageStore } from '../prerender/page-store.ts';
import { createRetryingFetch } from '../prerender/retrying-fetch.mjs';
import { startRenderer, type Renderer } from '../prerender/start-renderer.ts';
import { exportDocuments, type ExportFigures } from './export-documents.ts';
import { SupersededError } from './superseded-error.ts';
import { readShown, writeShown } from './generations.ts';

export interface RenderStaticOptions {
  siteFolder: string;
  /** Public origin of the site: `https://twostroke.example`. */
  origin: string;
  /** The backend that documents name: an empty URL when it is under the site's own origin. */
  browserBackend: BrowserBackend;
  /** Address at which this process reaches the backend. */
  dataBackend: { url: string; key: string };
  /** Share of page loads that report their visit while no canary runs, 0 to 1. Default: all. */
  reportShare?: number;
  /** Does nothing when the live documents show this content and this live record already. */
  onlyIfChanged?: boolean;
  /** Receives progress messages, one line each. */
  report?: (line: string) => void;
  /** Which pages of routes with very many addresses are rendered; the others are left to the browser. Default: all. */
  renderLater?: (addresses: Address[]) => Address[];
  /** Called when the new documents are live; pages of routes with very many addresses follow. */
  onLive?: (generation: string) => Promise<void> | void;
}

export interface RenderedDocuments {
  /** Name of the generation that is live now. */
  generation: string;
  /** Whether this call rendered it. */
  rendered: boolean;
}

/**
 * Renders all documents of the live record with the present content, for servers that only serve files. Run it after a
 * flip and when the content has changed.
 * @throws Error when nothing was released yet, a page can't be rendered or the backend does not answer
 */
export async function renderStatic(options: RenderStaticOptions): Promise<RenderedDocuments> {
  for (;;)
    try {
      return await renderRecord(options);
    } catch (failure) {
      if (!(failure instanceof SupersededError)) throw failure;
      options.report?.(failure.message); // render again, for the newer record
    }
}

async function renderRecord(options: RenderStaticOptions): Promise<RenderedDocuments> {
  const { siteFolder, origin, browserBackend, dataBackend, report = () => undefined } = options;
  const record = readLiveRecord(siteFolder);
  if (!record) throw new Error('Nothing is live in this site folder yet. Release the apps first.');
  if (!/^https?:\/\/[^/]+$/.test(origin))
    throw new Error(`The site's origin must look like https://twostroke.example, not ${origin || '(nothing)'}.`);
  const ask = createRetryingFetch();
  const content = await contentVersionFrom(dataBackend.url, dataBackend.key, ask)();
  const shown = readShown(siteFolder);
  if (options.onlyIfChanged && shown?.generation.startsWith(`${record.sequence}-`) && shown.content === content) {
    report(`documents/${shown.generation} is up to date.`);
    return { generation: shown.generation, rendered: false };
  }
  const renderers: Renderer[] = [];
  const pagesOf = (live: Live): PageStore => {
    const renderer = startRenderer(live, dataBackend, { retrying: true });
    renderers.push(renderer);
    return createPageStore({ folder: join(siteFolder, 'pages'), live, renderer, contentVersion: () => content });
  };
  try {
    const exported = await exportDocuments({
      siteFolder,
      record,
      backend: browserBackend,
      origin,
      content,
      reportShare: options.reportShare,
      fetchRows: fetchRowsFrom(dataBackend.url, dataBackend.key, ask),
      pagesOf,
      renderLater: options.renderLater,
      isOvertaken: () => readLiveRecord(siteFolder)?.sequence !== record.sequence,
    });
    report(`Live: documents/${exported.generation}. ${sentenceOf(exported.core)}`);
    writeShown(siteFolder, { generation: exported.generation, content: null });
    await options.onLive?.(exported.generation);
    const bulk = await exported.bulk;
    if (bulk.failed.length === 0 && !bulk.overtaken)
      writeShown(siteFolder, { generation: exported.generation, content });
    if (!bulk.overtaken && bulk.shrunkTo < exported.core.bytes)
      report(`Recompressed: ${(bulk.shrunkTo / 1024).toFixed(0)} kB.`);
    if (bulk.documents > 0) report(`Remaining pages: ${sentenceOf(bulk)}`);
    if (bulk.overtaken) report('A newer export has started and writes the rest.');
    for (const failure of bulk.failed.slice(0, 5)) report(`Rendered by the browser: ${failure}`);
    if (bulk.failed.length > 5) report(`… and ${bulk.failed.length - 5} more pages.`);
    return { generation: exported.generation, rendered: true };
  } finally {
    for (const renderer of renderers) await renderer.close();
  }
}

function sentenceOf({ documents, linked, tookMs, bytes }: ExportFigures): string {
  const each = documents > 0 ? tookMs / documents : 0;
  return `${documents} files (${linked} unchanged) in ${(tookMs / 1000).toFixed(1)} s, ${each.toFixed(1)} ms each, ${(bytes / 1024).toFixed(0)} kB in Brotli.`;
}
