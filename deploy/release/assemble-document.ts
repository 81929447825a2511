import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { createHash } from 'node:crypto';
import type { Live } from './live.ts';
import { sonnerStyleHashes } from './sonner-style-hashes.ts';

export interface Document {
  html: string;
  /** Content-Security-Policy that belongs to exactly this document: it allows its import map by hash. */
  contentSecurityPolicy: string;
}

/** Where the browser finds the backend; an empty URL means the site's own origin. */
export interface BrowserBackend {
  url: string;
  key: string;
}

/**
 * The HTML of a route: import map with the integrity of every script first, preloads of exactly the files the route
 * needs, the registry as data, then the shell's script.
 * @param route null for the not-found page
 * @param developmentScript address of a script that `npm run dev` adds
 */
export function assembleDocument(
  live: Live,
  route: RegistryRoute | null,
  backend: BrowserBackend,
  developmentScript?: string,
): Document {
  const importMap = dataBlock({ integrity: live.integrity });
  const preloads = [...live.shell.js, ...(route?.access === 'public' ? route.js.map(({ href }) => href) : [])];
  const site = { registry: live.registry, backend };
  const html = [
    '<!doctype html>',
    '<html lang="en-IN">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<script type="importmap">${importMap}</script>`,
    ...preloads.map(
      (href) => `<link rel="modulepreload" href="${href}" integrity="${live.integrity[href]}" crossorigin>`,
    ),
    ...(live.shell.fontPreload
      ? [`<link rel="preload" href="${live.shell.fontPreload}" as="font" type="font/woff2" crossorigin>`]
      : []),
    ...live.shell.css.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...(route?.access === 'public'
      ? route.css.map(
          ({ href, integrity, key }) =>
            `<link rel="stylesheet" href="${href}" integrity="${integrity}" crossorigin data-rspack="${key}">`,
        )
      : []),
    '<meta name="theme-color" content="#0d5249">',
    ...(live.shell.icon ? [`<link rel="icon" href="${live.shell.icon}" type="image/svg+xml">`] : []),
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<script type="application/json" id="site">${dataBlock(site)}</script>`,
    ...live.shell.js.map(
      (src) => `<script type="module" src="${src}" integrity="${live.integrity[src]}" crossorigin></script>`,
    ),
    ...(developmentScript ? [`<script type="module" src="${developmentScript}"></script>`] : []),
    '<title>Twostroke</title>',
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '<noscript>Twostroke needs JavaScript to show prices and free times. Call us on 90000 00010: we book you in by phone.</noscript>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return { html, contentSecurityPolicy: contentSecurityPolicy(importMap, backend) };
}

/** JSON that can't end its script element. */
function dataBlock(data: unknown): string {
  return JSON.stringify(data).replace(/</g, '\\u003c');
}

function contentSecurityPolicy(importMap: string, backend: BrowserBackend): string {
  const backendOrigin = backend.url ? new URL(backend.url).origin : null;
  const connect = backendOrigin ? ` ${backendOrigin} ${backendOrigin.replace(/^http/, 'ws')}` : '';
  return [
    "default-src 'none'",
    `script-src 'self' '${sha256(importMap)}'`,
    `style-src 'self' ${sonnerStyleHashes().join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

export function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
