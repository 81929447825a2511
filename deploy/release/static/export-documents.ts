import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { robots } from '../../server/robots.ts';
import { siteMapOf } from '../../server/site-map.ts';
import { webManifest } from '../../server/web-manifest.ts';
import { assembleDocument, isDisabled, type BrowserBackend, type PrerenderedPage } from '../assemble-document.ts';
import { inlineStylesOf, type InlineStyles } from '../inline-styles.ts';
import { composeLive, type Live } from '../live.ts';
import type { LiveRecord } from '../live-record.ts';
import {
  isCoreRoute,
  isRenderedAhead,
  listAddresses,
  type Address,
  type FetchRows,
} from '../prerender/list-addresses.ts';
import { STALE_AFTER_MS, type PageStore } from '../prerender/page-store.ts';
import { inParallel } from '../in-parallel.ts';
import { documentFileOf, linkWithCompressed, writeWithCompressed, type WrittenFile } from './document-file.ts';
import { createGeneration, documentsFolder, liveGeneration, nextGeneration, switchGeneration } from './generations.ts';
import { withPolicyInside } from './policy-in-document.ts';

/** Pages that wait for their data or for compression at the same time. */
const AT_ONCE = 6;
/** Brotli's: the best for pages that everybody opens; a tenth of the time, and 4 % more bytes, for the many others. */
const CORE_QUALITY = 11;
const BULK_QUALITY = 9;
/** The many pages are taken over from the former export when their content and releases are the same. */
const BULK_STALE_AFTER_MS = 24 * 3600_000;
/** Buckets that visitors are dealt into; a canary of 5 % takes the first five. */
const BUCKETS = 100;

/** File of a generation that says which releases and settings its documents hold. */
const MADE_FROM = 'made-from.json';

type Cohort = 'stable' | 'canary';

export interface ExportOptions {
  siteFolder: string;
  record: LiveRecord;
  /** What documents say about the backend. */
  backend: BrowserBackend;
  /** Public origin of the site: `https://twostroke.example`. */
  origin: string;
  fetchRows: FetchRows;
  /** Renders the pages of a combination of releases. */
  pagesOf(live: Live): PageStore;
  /** Which pages of routes with very many are rendered; the others are left to the browser. Default: all of them. */
  renderLater?: (addresses: Address[]) => Address[];
}

export interface ExportFigures {
  documents: number;
  /** Of these, taken from the former generation because nothing in them had changed. */
  linked: number;
  /** Milliseconds from begin to end. */
  tookMs: number;
  /** Bytes of all of them in Brotli form. */
  bytes: number;
}

export interface ExportedDocuments {
  /** Name of the generation that is live now. */
  generation: string;
  core: ExportFigures;
  /** The pages of routes with very many addresses; they are written into the live generation one by one. */
  bulk: Promise<ExportFigures & { failed: string[]; overtaken: boolean }>;
}

/**
 * Writes all documents of a live record for servers that only serve files, and makes them live at once.
 *
 * `documents/<sequence>-<release>/stable/` (and `canary/`) hold one file per public address; `buckets/<0…99>` lead to
 * one of the two; `documents/live` leads to the generation. Pages of routes with very many addresses are answered with
 * the document that the browser renders, until theirs is written behind the scenes.
 * @throws Error when a page can't be rendered or the backend does not answer; then the former documents stay live
 */
export async function exportDocuments(options: ExportOptions): Promise<ExportedDocuments> {
  const { siteFolder, record } = options;
  const started = Date.now();
  const lives: [Cohort, Live][] = [['stable', composeLive(siteFolder, record)]];
  if (record.canary) lives.push(['canary', composeLive(siteFolder, record, true)]);
  const generation = nextGeneration(siteFolder, record.sequence, lives[0]![1].release);
  const former = liveGeneration(siteFolder);
  const formerFolder = former && join(documentsFolder(siteFolder), former);
  const madeFrom = JSON.stringify({
    releases: lives.map(([cohort, { release }]) => [cohort, release]),
    backend: options.backend,
    origin: options.origin,
  });
  const formerMayStay = formerFolder !== null && readMadeFrom(formerFolder) === madeFrom;
  const written: WrittenFile[] = [];
  const later: (() => Promise<WrittenFile | string>)[] = [];

  await createGeneration(siteFolder, generation, async (half) => {
    for (const [cohort, live] of lives) {
      const writer = createWriter(options, live, formerFolder && join(formerFolder, cohort));
      const addresses = await listAddresses(live.registry, options.fetchRows);
      const rendered = addresses.filter(({ route }) => isRenderedFrom(live, route));
      const core = rendered.filter(({ route }) => isCoreRoute(route));
      const bulk = rendered.filter(({ route }) => !isCoreRoute(route));
      const home = join(half, cohort);
      const shellOnly = live.registry.routes.filter((route) => !isRenderedAhead(route));
      const unrendered = addresses.filter(({ route }) => !isRenderedFrom(live, route));
      written.push(
        ...(await inParallel(core, AT_ONCE, (address) => writer.writePage(home, address))),
        await writer.writeNotFound(home),
        ...(await Promise.all(shellOnly.map((route) => writer.writeShell(home, { path: route.path, route })))),
        ...(await Promise.all(unrendered.map((address) => writer.writeShell(home, address)))),
        ...(await writer.writeSiteFiles(home, addresses)),
      );
      await writer.writePlaceholders(home, bulk, formerMayStay);
      const liveHome = join(documentsFolder(siteFolder), generation, cohort);
      for (const address of options.renderLater?.(bulk) ?? bulk)
        later.push(() =>
          writer
            .writePageLater(liveHome, address)
            .catch((failure: unknown) => `${address.path}: ${failure instanceof Error ? failure.message : failure}`),
        );
    }
    linkBuckets(half, record.canary?.percent ?? 0);
    writeFileSync(join(half, MADE_FROM), madeFrom);
    writeFileSync(join(half, 'name'), `${generation}\n`);
  });
  switchGeneration(siteFolder, generation);
  return { generation, core: figuresOf(written, started), bulk: writeLater(siteFolder, generation, later) };
}

/** A later export removes the folder at some time, so this one ends as soon as it is not the live one any more. */
async function writeLater(
  siteFolder: string,
  generation: string,
  work: (() => Promise<WrittenFile | string>)[],
): Promise<ExportFigures & { failed: string[]; overtaken: boolean }> {
  const started = Date.now();
  let overtaken = false;
  const done = await inParallel(work, AT_ONCE, async (write) => {
    overtaken ||= liveGeneration(siteFolder) !== generation;
    return overtaken ? null : write();
  });
  const written = done.filter((each): each is WrittenFile => typeof each === 'object' && each !== null);
  return {
    ...figuresOf(written, started),
    failed: done.filter((each): each is string => typeof each === 'string'),
    overtaken,
  };
}

/** Writes the documents of one combination of releases. */
function createWriter(options: ExportOptions, live: Live, former: string | null) {
  const { backend, origin, siteFolder } = options;
  const styles: InlineStyles = inlineStylesOf(siteFolder);
  const pages = options.pagesOf(live);
  const formerOf = (name: string): string | null => former && join(former, name);

  function htmlOf(route: RegistryRoute | null, page: PrerenderedPage | null): string {
    return withPolicyInside(assembleDocument({ live, backend, origin, styles, route, page }));
  }

  async function write(home: string, name: string, text: string, quality: number): Promise<WrittenFile> {
    return writeWithCompressed(join(home, name), text, { quality, former: formerOf(name) });
  }

  return {
    async writePage(home: string, { path, route }: Address): Promise<WrittenFile> {
      const page = pages.kept(route, path, STALE_AFTER_MS) ?? (await pages.renew(route, path));
      return write(home, documentFileOf(path), htmlOf(route, page), CORE_QUALITY);
    },

    /** One of very many. */
    async writePageLater(home: string, { path, route }: Address): Promise<WrittenFile> {
      const page = pages.kept(route, path, BULK_STALE_AFTER_MS) ?? (await pages.renew(route, path));
      return write(home, documentFileOf(path), htmlOf(route, page), BULK_QUALITY);
    },

    /** A document that the browser renders: of an account page, or of a remote that is switched off. */
    async writeShell(home: string, { path, route }: Address): Promise<WrittenFile> {
      return write(home, documentFileOf(path), htmlOf(route, null), CORE_QUALITY);
    },

    async writeNotFound(home: string): Promise<WrittenFile> {
      return write(
        home,
        '404.html',
        htmlOf(null, pages.kept(null, '/404', STALE_AFTER_MS) ?? (await pages.renew(null, '/404'))),
        CORE_QUALITY,
      );
    },

    async writeSiteFiles(home: string, addresses: Address[]): Promise<WrittenFile[]> {
      return Promise.all([
        write(home, 'sitemap.xml', siteMapOf(addresses, origin), CORE_QUALITY),
        write(home, 'robots.txt', robots(origin), CORE_QUALITY),
        write(home, 'manifest.webmanifest', webManifest(live), CORE_QUALITY),
        // Old tabs ask for this one.
        write(home, 'release.json', JSON.stringify({ release: live.release }), CORE_QUALITY),
      ]);
    },

    /**
     * What is answered until a page is rendered: its document of the former generation where that holds the same
     * releases and settings, else one document per route that the browser renders, under all of the route's names.
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
          await write(home, name, htmlOf(route, null), CORE_QUALITY);
          shells.set(route, join(home, name));
        }
      }
    },
  };
}

/** A remote that is switched off, or that has no Node build, has pages that only browsers render. */
function isRenderedFrom(live: Live, route: RegistryRoute): boolean {
  return !isDisabled(live, route) && live.nodeEntries[route.remote] !== undefined;
}

function readMadeFrom(generation: string): string | null {
  const file = join(generation, MADE_FROM);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The server picks a visitor's bucket; which documents it holds changes with the generation, in the same moment. */
function linkBuckets(generation: string, canaryPercent: number): void {
  mkdirSync(join(generation, 'buckets'));
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    symlinkSync(`../${bucket < canaryPercent ? 'canary' : 'stable'}`, join(generation, 'buckets', String(bucket)));
}

function figuresOf(written: WrittenFile[], started: number): ExportFigures {
  return {
    documents: written.length,
    linked: written.filter(({ linked }) => linked).length,
    tookMs: Date.now() - started,
    bytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
