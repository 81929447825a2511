import { contentFileOf, isRenderedAhead } from '@twostroke/shared/contracts/content-file';
import type { RegistryRemote } from '@twostroke/shared/contracts/registry';
import { contentBodyOf } from '../documents/content-body.ts';
import type { PrerenderedPage } from '../documents/assemble-document.ts';
import { isDisabled } from '../documents/assemble-document.ts';
import type { Live } from '../record/live.ts';
import { storedPage, type PageStore } from '../prerender/page-store.ts';
import { contentTypeOf } from './content-types.ts';
import type { KeptDocuments, ServedDocument } from './documents.ts';
import { bytesOf, encodeBody } from './encoded-body.ts';
import type { Resolved } from './resolve-address.ts';
import { releaseFileHeaders } from './security-headers.ts';

/** One combination of live releases that visitors get. */
export interface PagesOfReleases {
  live: Live;
  store: PageStore | null;
  resolveAddress(path: string): Promise<Resolved>;
}

/** What the address of a content file says. */
interface AskedContent {
  remote: Pick<RegistryRemote, 'name' | 'version'>;
  content: string;
  path: string;
}

export interface ContentFilesOptions {
  /** Folder of the stored pages. */
  pagesFolder: string;
  /** Names the present state of the content. */
  contentVersion: () => string;
  kept: KeptDocuments;
}

const headers = { 'Content-Type': contentTypeOf('content.json') ?? '', ...releaseFileHeaders };

/** Serves the data of prerendered pages as files, made from the stored pages. */
export function createContentFiles({ pagesFolder, contentVersion, kept }: ContentFilesOptions) {
  /**
   * The content file of an address. A page of the present content is rendered for it when necessary, as for its
   * document; of a former content or release only what is stored is served.
   * @param sets the releases that visitors get
   * @returns null when there is none
   */
  return async function contentFileAt(address: string, sets: PagesOfReleases[]): Promise<ServedDocument | null> {
    const known = kept.get(address);
    if (known) return known.document;
    const asked = readAddress(address);
    const page = asked && (await pageOf(asked, sets));
    if (!page) return null;
    const document = { body: await encodeBody(contentBodyOf(page)), headers };
    kept.set(address, { document, renderedAt: null, state: null }, bytesOf(document.body));
    return document;
  };

  async function pageOf(asked: AskedContent, sets: PagesOfReleases[]): Promise<PrerenderedPage | null> {
    const { remote, content, path } = asked;
    const set = sets.find(({ live }) => isAmong(live, remote));
    if (!set?.store || content !== contentVersion()) return storedPage(pagesFolder, remote, content, path);
    const { route } = await set.resolveAddress(path).then((found) => (found.status === 200 ? found : { route: null }));
    if (!route || route.remote !== remote.name || !isRenderedAhead(route) || isDisabled(set.live, route)) return null;
    const page = await set.store.get(route, path);
    return page?.content === content ? page : null; // of the former content while it can't be rendered
  }
}

function isAmong({ registry }: Live, { name, version }: AskedContent['remote']): boolean {
  return registry.remotes.some((one) => one.name === name && one.version === version);
}

function readAddress(address: string): AskedContent | null {
  const found = /^\/pages\/([a-z][a-z0-9_]*)\/([0-9A-Za-z][0-9A-Za-z.+-]*)\/([\w-]+)(\/.+)\.json$/.exec(address);
  if (!found) return null;
  const [, name = '', version = '', content = '', rest = ''] = found;
  const asked = { remote: { name, version }, content, path: rest === '/index' ? '/' : rest };
  return contentFileOf(asked.remote, content, asked.path) === address ? asked : null;
}
