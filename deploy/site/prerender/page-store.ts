import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import * as v from 'valibot';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PrerenderedPage } from '../documents/assemble-document.ts';
import type { Live } from '../record/live.ts';
import { RendererClosedError, type Renderer } from './start-renderer.ts';

/**
 * From this age on a page is rendered again in the background when it is served: it may show free times, which change.
 */
export const STALE_AFTER_MS = 5 * 60_000;

/** The site has some 1,600 pages. */
const MOST_NAMES = 2_000;

export interface PageStore {
  /**
   * Returns the page of an address, which is rendered on the first request and then stored on disk. While it can't be
   * rendered (its data does not arrive), it is the page of the previous content. `route: null` is the not-found page.
   * @returns null when it was never rendered and can't be now
   */
  get(route: RegistryRoute | null, path: string): Promise<PrerenderedPage | null>;
  /** The stored page of the present content, at most this old; null when it must be rendered. */
  kept(route: RegistryRoute | null, path: string, atMostMs: number): PrerenderedPage | null;
  /** Names what is stored for an address, without reading it: another page has another state. null: nothing. */
  stateOf(route: RegistryRoute | null, path: string): string | null;
  /** Renders a page again in the background when it is old; `renderedAt` is the time of the one that is served. */
  renewOld(route: RegistryRoute | null, path: string, renderedAt: string): void;
  /** Renders a page now, even when it is stored. @throws Error when that is impossible */
  renew(route: RegistryRoute | null, path: string): Promise<PrerenderedPage>;
}

export interface PageStoreOptions {
  /** Folder of the stored pages. */
  folder: string;
  live: Live;
  renderer: Pick<Renderer, 'render'>;
  /** Names the state of the content that pages are made from; another state has other pages. */
  contentVersion: () => string;
}

/**
 * Stores pages under the shell, the remote and the content they were made from, so that a flip of one remote keeps the
 * pages of the others.
 */
export function createPageStore({ folder, live, renderer, contentVersion }: PageStoreOptions): PageStore {
  const underway = new Map<string, Promise<PrerenderedPage>>();

  /** Files of the pages of one content, by path: making their names takes longer than asking for their state. */
  let named = { content: '', files: new Map<string, string>() };

  function fileOf(route: RegistryRoute | null, path: string): string {
    const content = contentVersion();
    if (named.content !== content || named.files.size > MOST_NAMES) named = { content, files: new Map() };
    const key = route ? path : '';
    const known = named.files.get(key);
    if (known) return known;
    const file = makeName(route, path, content);
    named.files.set(key, file);
    return file;
  }

  function makeName(route: RegistryRoute | null, path: string, content: string): string {
    const remote = route && live.registry.remotes.find(({ name }) => name === route.remote);
    const owner = remote ? `${remote.name}-${remote.version}` : 'not-found';
    return join(folder, `shell-${live.shell.version}`, owner, content, route ? nameOf(path) : 'not-found.json');
  }

  function renew(route: RegistryRoute | null, path: string): Promise<PrerenderedPage> {
    const file = fileOf(route, path);
    const content = contentVersion();
    const work =
      underway.get(file) ??
      (async () => {
        const renderedAt = new Date().toISOString();
        const address = route ? path : null;
        const page = { ...(await renderer.render(address)), path: address, renderedAt, content };
        if (route && page.routeId !== route.id) throw new Error(`${path} was rendered as ${page.routeId}.`);
        write(file, page);
        return page;
      })().finally(() => underway.delete(file));
    underway.set(file, work);
    return work;
  }

  function renewOld(route: RegistryRoute | null, path: string, renderedAt: string): void {
    if (!route || Date.now() - Date.parse(renderedAt) <= STALE_AFTER_MS) return;
    renew(route, path).catch(() => undefined); // the stored page remains usable
  }

  return {
    renew,
    renewOld,
    stateOf(route, path) {
      const file = fileOf(route, path);
      const found = statSync(file, { throwIfNoEntry: false });
      return found ? `${file} ${found.mtimeMs} ${found.ino} ${found.size}` : null;
    },
    kept(route, path, atMostMs) {
      const page = read(fileOf(route, path));
      return page && Date.now() - Date.parse(page.renderedAt) <= atMostMs ? page : null;
    },
    async get(route, path) {
      const file = fileOf(route, path);
      const kept = read(file);
      if (!kept)
        return renew(route, path).catch((failure: unknown) => {
          reportOnce(path, failure);
          return lastOfFormerContent(file);
        });
      renewOld(route, path, kept.renderedAt);
      return kept;
    },
  };
}

function nameOf(path: string): string {
  return `${encodeURIComponent(path)}.json`;
}

/**
 * A stored page of a remote's version and of a content, by whichever shell it was rendered: what it was made from is
 * the same. null: none is stored.
 */
export function storedPage(
  folder: string,
  { name, version }: { name: string; version: string },
  content: string,
  path: string,
): PrerenderedPage | null {
  const files = namesIn(folder).map((shell) => join(folder, shell, `${name}-${version}`, content, nameOf(path)));
  return files.reduce<PrerenderedPage | null>((found, file) => found ?? read(file), null);
}

const prerenderedPage = v.object({
  routeId: v.string(),
  head: v.string(),
  body: v.string(),
  loaderData: v.record(v.string(), v.unknown()),
  jsonLd: v.array(v.looseObject({})),
  path: v.nullable(v.string()),
  renderedAt: v.string(),
  content: v.string(),
});

function read(file: string): PrerenderedPage | null {
  try {
    return v.parse(prerenderedPage, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null; // not rendered yet, written by another version, or half written by a machine that stopped
  }
}

/** The youngest page of the same releases that was made from other content. */
function lastOfFormerContent(file: string): PrerenderedPage | null {
  const contents = dirname(dirname(file));
  return namesIn(contents)
    .map((content) => read(join(contents, content, basename(file))))
    .filter((page) => page !== null)
    .reduce<PrerenderedPage | null>((last, page) => (last && last.renderedAt > page.renderedAt ? last : page), null);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing was rendered from these releases yet
  }
}

function write(file: string, page: PrerenderedPage): void {
  mkdirSync(dirname(file), { recursive: true });
  const half = `${file}.${process.pid}.part`;
  writeFileSync(half, JSON.stringify(page));
  renameSync(half, file);
}

const reported = new Set<string>();

/** A page that can't be rendered is still served: if necessary, the browser renders it. The reason is logged once. */
function reportOnce(path: string, failure: unknown): void {
  if (failure instanceof RendererClosedError) return;
  const reason = failure instanceof Error ? failure.message : String(failure);
  if (!reported.has(reason)) console.error(`Not prerendered: ${path}: ${reason}`);
  reported.add(reason);
}
