import type { RegistryFile, RegistryStyle } from '@twostroke/shared/contracts/registry';

/** How long a page waits for its style sheet before it shows itself unstyled. */
const STYLE_TIMEOUT_MS = 2500;

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

function loadStyle({ href, integrity, key }: RegistryStyle): Promise<void> {
  if (document.querySelector(`link[data-rspack="${CSS.escape(key)}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.dataset.rspack = key;
    if (integrity) link.integrity = integrity;
    link.crossOrigin = '';
    // Listeners, not the properties: the bundler's runtime finds this link by its key and clears those.
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
    setTimeout(resolve, STYLE_TIMEOUT_MS);
    link.href = href;
    document.head.append(link);
  });
}
