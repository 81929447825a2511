import type { RegistryFile, RegistryStyle } from '@twostroke/shared/contracts/registry';

/** Style sheets that this tab has requested and that have not failed, by key. */
const asked = new Map<string, Promise<void>>();

/** Media query of a sheet that is there and does not apply. */
const NO_MEDIA = 'not all';

/** Starts downloading scripts in parallel, with integrity. */
export function preloadScripts(files: RegistryFile[]): void {
  for (const { href, integrity } of files) {
    if (document.querySelector(`link[rel="modulepreload"][href="${CSS.escape(href)}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    if (integrity) link.integrity = integrity;
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}

/**
 * Adds style sheets with integrity and waits for them. The key makes the bundler's runtime treat them as loaded, so that
 * it never adds a second link without integrity.
 * @throws when a sheet fails to load; the next call requests it again
 */
export async function loadStyles(styles: RegistryStyle[]): Promise<void> {
  await Promise.all(styles.map((style) => loadStyle(style)));
}

/**
 * Downloads and parses style sheets ahead of the page that needs them: they apply from `loadStyles` on. A version that is
 * rolled back meanwhile leaves no rule behind.
 */
export async function prepareStyles(styles: RegistryStyle[]): Promise<void> {
  await Promise.all(styles.map((style) => loadStyle(style, NO_MEDIA)));
}

function loadStyle(style: RegistryStyle, media = ''): Promise<void> {
  const { href, key } = style;
  const known = asked.get(key);
  const link = linkOf(key);
  if (!media && link?.media === NO_MEDIA) link.media = '';
  if (known) return known;
  if (link?.hasAttribute('disabled')) return Promise.resolve(); // the document contains its rules
  // A truncated or altered sheet may be cached as immutable: the second request bypasses every cache.
  const loaded = addLink(style, media).catch(() =>
    fetch(href, { cache: 'reload' }).then(() => addLink(style, linkOf(key)?.media)),
  );
  asked.set(key, loaded);
  loaded.catch(() => asked.delete(key));
  return loaded;
}

/** A failed link stays until the next one replaces it: without it the bundler's runtime would add its own. */
function addLink({ href, integrity, key }: RegistryStyle, media = ''): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.dataset.rspack = key;
  if (integrity) link.integrity = integrity;
  link.crossOrigin = '';
  link.href = href;
  link.media = media;
  const former = linkOf(key);
  if (former) former.replaceWith(link);
  else document.head.append(link);
  return new Promise((resolve, reject) => {
    // Listeners, not properties: the bundler's runtime finds this link by its key and clears the properties.
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`The style sheet ${href} could not be loaded.`)));
  });
}

function linkOf(key: string): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>(`link[data-rspack="${CSS.escape(key)}"]`);
}
