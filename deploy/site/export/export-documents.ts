import { contentFileOf, isRenderedAhead } from '@twostroke/shared/contracts/content-file';
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { siteFiles } from '../server/site-files.ts';
import { siteMapOf } from '../server/site-map.ts';
import { shareBesideCanary } from '../telemetry/report-share.ts';
import {
  assembleDocument,
  isDisabled,
  type BrowserBackend,
  type PrerenderedPage,
} from '../documents/assemble-document.ts';
import { contentBodyOf } from '../documents/content-body.ts';
import { inlineStylesOf, type InlineStyles } from '../documents/inline-styles.ts';
import { composeLive, type Live } from '../record/live.ts';
import type { LiveRecord } from '../record/live-record.ts';
import { isCoreRoute, listAddresses, type Address, type FetchRows } from '../prerender/list-addresses.ts';
import { STALE_AFTER_MS, type PageStore } from '../prerender/page-store.ts';
import { inParallel } from './in-parallel.ts';
import { linkBuckets } from './link-buckets.ts';
import {
  documentFileOf,
  linkWithCompressed,
  shrink,
  DISABLED_SUFFIX,
  writeWithCompressed,
  type WrittenFile,
} from './document-file.ts';
import { documentsFolder, liveGeneration, publishGeneration } from './generations.ts';
import { EXPORT_MANIFEST, readExportManifest, type Cohort, type ExportManifest } from './export-manifest.ts';
import { embedPolicy } from './embed-policy.ts';
import { SupersededError } from './superseded-error.ts';

const AT_ONCE = 6; // pages that are rendered or compressed concurrently
/** Brotli quality. Documents go live after a quick compression; core pages get the best one afterwards. */
const QUICK_QUALITY = 5;
const BEST_QUALITY = 11;
const BULK_QUALITY = 8; // a thirtieth of the time of the best quality, and 10 % more bytes
/** The many pages are linked from the previous export when their content and releases are the same. */
const BULK_STALE_AFTER_MS = 24 * 3600_000;
/** File of a generation that marks that all core documents have their best compression. */
export const SHRUNK = 'shrunk';

export interface ExportOptions {
  siteFolder: string;
  record: LiveRecord;
  /** The backend that documents name. */
  backend: BrowserBackend;
  /** Public origin of the site: `https://twostroke.example`. */
  origin: string;
  fetchRows: FetchRows;
  /** Names the state of the content that the pages are rendered from. */
  content: string;
  /** Share of page loads that report their visit while no canary runs, 0 to 1. Default: all. */
  reportShare?: number | undefined;
  /** Renders the pages of a combination of releases. */
  pagesOf(live: Live): PageStore;
  /** Which pages of routes with very many are rendered; the others are left to the browser. Default: all of them. */
  renderLater?: (addresses: Address[]) => Address[];
  /** Checked before the documents go live: whether a newer flip has made them obsolete. */
  isOvertaken?: () => boolean;
}

export interface ExportFigures {
  documents: number;
  /** The number of these that are linked from the former generation because they have not changed. */
  linked: number;
  /** Duration in milliseconds. */
  tookMs: number;
  /** Bytes of all of them in Brotli form. */
  bytes: number;
}

export interface ExportedDocuments {
  /** Name of the generation that is live now. */
  generation: string;
  core: ExportFigures;
  /** Work that follows in the background. */
  bulk: Promise<BulkFigures>;
}

/** The pages of routes with very many addresses; they are written into the live generation one by one. */
export interface BulkFigures extends ExportFigures {
  /** Bytes of the core documents in their best Brotli form, which they got first. */
  shrunkTo: number;
  /** Sentences about pages that could not be rendered. */
  failed: string[];
  /** Whether a newer generation went live meanwhile, so that this one was left incomplete. */
  overtaken: boolean;
}

/**
 * Writes all documents of a live record for servers that only serve files, and makes them live at once.
 *
 * `documents/<sequence>-<release>/stable/` (and `canary/`) hold one file per public address; `buckets/<0…99>` link to
 * one of the two; `documents/live` links to the generation. Pages of routes with very many addresses are served as
 * the document that the browser renders, until theirs is written in the background.
 * @throws Error when a page can't be rendered or the backend does not answer; then the former documents stay live
 * @throws SupersededError
 */
export async function exportDocuments(options: ExportOptions): Promise<ExportedDocuments> {
  const { siteFolder, record } = options;
  const started = Date.now();
  const lives: [Cohort, Live][] = [['stable', composeLive(siteFolder, record)]];
  if (record.canary) lives.push(['canary', composeLive(siteFolder, record, true)]);
  const former = liveGeneration(siteFolder);
  const formerFolder = former && join(documentsFolder(siteFolder), former);
  const exportManifest = JSON.stringify({
    releases: lives.map(([cohort, { release }]) => [cohort, release]),
    backend: options.backend,
    origin: options.origin,
    ...(options.reportShare === undefined || options.reportShare === 1 ? {} : { reportShare: options.reportShare }),
  } satisfies ExportManifest);
  const formerMayStay = formerFolder !== null && JSON.stringify(readExportManifest(formerFolder)) === exportManifest;
  const formerIsShrunk = formerFolder !== null && existsSync(join(formerFolder, SHRUNK));
  const written: WrittenFile[] = [];
  const later: (() => Promise<WrittenFile[] | string>)[] = [];
  const name = { sequence: record.sequence, release: lives[0]![1].release };

  const generation = await publishGeneration(siteFolder, name, async (half, generation) => {
    const home = join(documentsFolder(siteFolder), generation);
    for (const [cohort, live] of lives) {
      const writer = createWriter(options, live, formerFolder && join(formerFolder, cohort), formerIsShrunk);
      const addresses = await listAddresses(live.registry, options.fetchRows);
      const rendered = addresses.filter(({ route }) => isRenderedFrom(live, route));
      const core = rendered.filter(({ route }) => isCoreRoute(route));
      const bulk = rendered.filter(({ route }) => !isCoreRoute(route));
      const folder = join(half, cohort);
      const shellOnly = live.registry.routes.filter((route) => !isRenderedAhead(route));
      const unrendered = addresses.filter(({ route }) => !isRenderedFrom(live, route));
      written.push(
        ...(await inParallel(core, AT_ONCE, (address) => writer.writePage(folder, address))).flat(),
        await writer.writeNotFound(folder),
        ...(await Promise.all(shellOnly.map((route) => writer.writeShell(folder, { path: route.path, route })))),
        ...(await Promise.all(unrendered.map((address) => writer.writeShell(folder, address)))),
        ...(await writer.writeSiteFiles(folder, addresses)),
      );
      await writer.writePlaceholders(folder, bulk, formerMayStay);
      for (const { path, route } of [...shellOnly.map((route) => ({ path: route.path, route })), ...unrendered])
        if (isDisabled(live, route)) writeFileSync(join(folder, documentFileOf(path) + DISABLED_SUFFIX), '');
      for (const address of options.renderLater?.(bulk) ?? bulk)
        later.push(() =>
          writer
            .writePageLater(join(home, cohort), address)
            .catch((failure: unknown) => `${address.path}: ${failure instanceof Error ? failure.message : failure}`),
        );
    }
    for (const each of written) each.file = join(home, relative(half, each.file));
    linkBuckets(half, record.canary?.percent ?? 0);
    writeFileSync(join(half, EXPORT_MANIFEST), exportManifest);
    writeFileSync(join(half, 'name'), `${generation}\n`);
    if (options.isOvertaken?.())
      throw new SupersededError(`documents/${generation} did not go live: another flip has happened since.`);
  });
  return { generation, core: figuresOf(written, started), bulk: writeLater(siteFolder, generation, written, later) };
}

/** A later export may remove the folder, so this one stops when it is no longer live. */
async function writeLater(
  siteFolder: string,
  generation: string,
  core: WrittenFile[],
  work: (() => Promise<WrittenFile[] | string>)[],
): Promise<BulkFigures> {
  let overtaken = false;
  const whileLive = async <T>(step: () => Promise<T>): Promise<T | null> => {
    overtaken ||= liveGeneration(siteFolder) !== generation;
    return overtaken ? null : step();
  };
  const sizes = await inParallel(core, AT_ONCE, ({ file, bytes, linked }) =>
    whileLive(async () => (linked ? bytes : shrink(file, BEST_QUALITY).catch(() => bytes))),
  );
  if (!overtaken) writeFileSync(join(documentsFolder(siteFolder), generation, SHRUNK), '');
  const started = Date.now();
  const done = await inParallel(work, AT_ONCE, whileLive);
  const written = done.flatMap((each) => (typeof each === 'object' && each !== null ? each : []));
  return {
    ...figuresOf(written, started),
    shrunkTo: sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0),
    failed: done.filter((each): each is string => typeof each === 'string'),
    overtaken,
  };
}

function shareOf({ reportShare = 1, record }: ExportOptions): number {
  return shareBesideCanary(reportShare, record.canary !== null);
}

/** Writes the documents of one combination of releases. */
function createWriter(options: ExportOptions, live: Live, former: string | null, formerIsShrunk: boolean) {
  const { backend, origin, siteFolder, content } = options;
  const reportShare = shareOf(options);
  const styles: InlineStyles = inlineStylesOf(siteFolder);
  const pages = options.pagesOf(live);
  const formerOf = (name: string): string | null => former && join(former, name);

  function htmlOf(route: RegistryRoute | null, page: PrerenderedPage | null): string {
    return embedPolicy(assembleDocument({ live, backend, origin, styles, route, page, content, reportShare }));
  }

  async function write(home: string, name: string, content: string | Buffer, quality: number): Promise<WrittenFile> {
    const mayLink = formerIsShrunk || quality !== QUICK_QUALITY;
    return writeWithCompressed(join(home, name), content, { quality, former: mayLink ? formerOf(name) : null });
  }

  /** The document of a page and its content file, which is written first: the document leads to it. */
  async function writeBoth(
    home: string,
    { path, route }: Address,
    page: PrerenderedPage,
    quality: number,
  ): Promise<WrittenFile[]> {
    const remote = live.registry.remotes.find(({ name }) => name === route.remote)!;
    const name = contentFileOf(remote, page.content, path).slice(1);
    const file = await write(home, name, contentBodyOf(page), quality);
    return [await write(home, documentFileOf(path), htmlOf(route, page), quality), file];
  }

  return {
    async writePage(home: string, address: Address): Promise<WrittenFile[]> {
      const { path, route } = address;
      const page = pages.kept(route, path, STALE_AFTER_MS) ?? (await pages.renew(route, path));
      return writeBoth(home, address, page, QUICK_QUALITY);
    },

    /** One page of a route with very many. */
    async writePageLater(home: string, address: Address): Promise<WrittenFile[]> {
      const { path, route } = address;
      const page = pages.kept(route, path, BULK_STALE_AFTER_MS) ?? (await pages.renew(route, path));
      return writeBoth(home, address, page, BULK_QUALITY);
    },

    /** A document that the browser renders: of an account page, or of a disabled remote. */
    async writeShell(home: string, { path, route }: Address): Promise<WrittenFile> {
      return write(home, documentFileOf(path), htmlOf(route, null), QUICK_QUALITY);
    },

    async writeNotFound(home: string): Promise<WrittenFile> {
      return write(
        home,
        '404.html',
        htmlOf(null, pages.kept(null, '/404', STALE_AFTER_MS) ?? (await pages.renew(null, '/404'))),
        QUICK_QUALITY,
      );
    },

    async writeSiteFiles(home: string, addresses: Address[]): Promise<WrittenFile[]> {
      return Promise.all([
        write(home, 'sitemap.xml', siteMapOf(addresses, origin), QUICK_QUALITY),
        ...siteFiles.map(([name, make]) =>
          write(home, name, make({ live, origin, content, now: new Date() }), QUICK_QUALITY),
        ),
      ]);
    },

    /**
     * Writes the documents that are served until the pages are rendered: a page's document of the former generation if
     * it has the same releases and settings, else one document per route that the browser renders, linked under all
     * names of the route.
     */
    async writePlaceholders(home: string, addresses: Address[], formerMayStay: boolean): Promise<void> {
      const shells = new Map<RegistryRoute, string>();
      for (const { path, route } of addresses) {
        const name = documentFileOf(path);
        const kept = formerMayStay ? formerOf(name) : null;
        if (kept && existsSync(kept)) {
          linkWithCompressed(kept, join(home, name));
          continue;
        }
        const shell = shells.get(route);
        if (shell) linkWithCompressed(shell, join(home, name));
        else {
          await write(home, name, htmlOf(route, null), QUICK_QUALITY);
          shells.set(route, join(home, name));
        }
      }
    },
  };
}

/**
 * Whether a route's pages are rendered ahead: only browsers render those of a disabled remote or of one without a Node
 * build.
 */
function isRenderedFrom(live: Live, route: RegistryRoute): boolean {
  return !isDisabled(live, route) && live.nodeEntries[route.remote] !== undefined;
}

function figuresOf(written: WrittenFile[], started: number): ExportFigures {
  return {
    documents: written.length,
    linked: written.filter(({ linked }) => linked).length,
    tookMs: Date.now() - started,
    bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
