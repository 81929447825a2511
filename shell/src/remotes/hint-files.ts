import type { RegistryFile, RegistryStyle } from '@twostroke/shared/contracts/registry';

/** How long a page waits for its style sheet before it shows itself unstyled. */
const STYLE_TIMEOUT_MS = 2500;
/**
 * How long after each failure a style sheet is asked for again, past every cache: a cut or altered one may be stored as
 * immutable, and would fail in every visit to come. The page can be used meanwhile.
 */
const ASK_AGAIN_AFTER_MS = [1000, 5000, 25_000];

/** Starts downloading scripts at once, checked against their integrity, instead of one after the other. */
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
 * Adds style sheets with integrity and waits for them, but not for ever. The key makes the bundler's runtime take them
 * as loaded, so that it never adds a second, unchecked link.
 */
export async function loadStyles(styles: RegistryStyle[]): Promise<void> {
  await Promise.all(styles.map(loadStyle));
}

function loadStyle(style: RegistryStyle): Promise<void> {
  if (document.querySelector(`link[data-rspack="${CSS.escape(style.key)}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, STYLE_TIMEOUT_MS);
    document.head.append(styleLink(style, resolve));
  });
}

/** @param settled called when the sheet has come, or will only come late */
function styleLink({ href, integrity, key }: RegistryStyle, settled: () => void, failures = 0): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.dataset.rspack = key;
  if (integrity) link.integrity = integrity;
  link.crossOrigin = '';
  // Listeners, not the properties: the bundler's runtime finds this link by its key and clears those.
  link.addEventListener('load', settled);
  link.addEventListener('error', () => {
    settled();
    const wait = ASK_AGAIN_AFTER_MS[failures];
    if (wait === undefined) return;
    setTimeout(() => {
      const replace = (): void => link.replaceWith(styleLink({ href, integrity, key }, settled, failures + 1));
      fetch(href, { cache: 'reload' }).then(replace, replace);
    }, wait);
  });
  link.href = href;
  return link;
}
