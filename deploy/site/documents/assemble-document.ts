import type { RenderedPage } from '@twostroke/shared/contracts/prerender';
import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { escapeHtml } from './escape-html.ts';
import type { InlineStyles } from './inline-styles.ts';
import type { Live } from '../record/live.ts';
import { captureInputScript } from './capture-input-script.ts';
import { previewNotice, previewStyle } from './preview-notice.ts';

export interface Document {
  html: string;
  /** Content-Security-Policy of exactly this document: it allows its content by hash. */
  contentSecurityPolicy: string;
}

/** Address of the backend for the browser; an empty URL means the site's own origin. */
export interface BrowserBackend {
  url: string;
  key: string;
}

/** A prerendered page, its address and time. */
export interface PrerenderedPage extends RenderedPage {
  /** null: the not-found page. */
  path: string | null;
  /** ISO time at which its data was read. */
  renderedAt: string;
  /** Names the state of the content that it was rendered from. */
  content: string;
}

/** Placeholder in rendered pages for the site's origin, which only the assembled document knows. */
export const ORIGIN_PLACEHOLDER = 'https://origin.twostroke.invalid';

/** Shows the page in the theme chosen on this device before anything is drawn. Allowed by its hash. */
const themeScript =
  "try{var t=localStorage.getItem('twostroke.theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}";

export interface DocumentParts {
  live: Live;
  backend: BrowserBackend;
  /** Public origin of the site, for absolute addresses: `https://twostroke.example`. */
  origin: string;
  styles: InlineStyles;
  /** null: the address belongs to no route. */
  route: RegistryRoute | null;
  /** null: the page is rendered in the browser. */
  page: PrerenderedPage | null;
  /** Names the present state of the content; null: the site has no content files. */
  content: string | null;
  /** Share of page loads that report their visit, 0 to 1. Default: all. */
  reportShare?: number;
  /** Address of a script that `npm run dev` adds; it runs before the shell. */
  developmentScript?: string;
}

/**
 * The HTML of an address: policy and import map with the integrity of every script first, preloads of exactly the
 * files the route needs, its styles, the registry as data, the shell's script, then the page itself and its data.
 */
export function assembleDocument(parts: DocumentParts): Document {
  const { live, backend, origin, styles, route, page, reportShare = 1 } = parts;
  const importMap = dataBlock({ integrity: live.integrity });
  const open = route?.access === 'public' && !isDisabled(live, route) ? route : null;
  const preloads = [...new Set([...live.shell.js, ...(open?.js.map(({ href }) => href) ?? [])])];
  const shellStyles = live.shell.css.map((href) => styles.textOf(href));
  // A linked sheet that hangs would block the whole page, layout and scripts, so all are inline.
  const pageStyles = open?.css ?? [];
  const inline = [shellStyles.join(''), pageStyles.map(({ href }) => styles.textOf(href)).join('')].filter(Boolean);
  if (live.preview) inline.push(previewStyle);
  const scripts = [importMap, themeScript, ...(page ? [captureInputScript] : [])];
  const policy = contentSecurityPolicy({
    scripts,
    styles: inline,
    backendOrigin: backend.url ? new URL(backend.url).origin : null,
  });
  const { registry, release } = live;
  // A tester is not a visitor, so their tab reports nothing.
  const sampleRate = live.preview ? 0 : reportShare;
  const site = {
    registry,
    backend,
    release,
    origin,
    // Of the page where there is one: while it can't be rendered anew, it is of the former content.
    ...(parts.content === null ? {} : { content: page?.content ?? parts.content }),
    ...(live.canary ? { canary: true } : {}),
    ...(live.preview ? { preview: live.preview } : {}),
    ...(sampleRate < 1 ? { telemetry: { sampleRate } } : {}),
  };
  const absolute = (html: string): string => html.replaceAll(ORIGIN_PLACEHOLDER, origin);
  const html = [
    '<!doctype html>',
    // Until the visitor moves to another page; see `catalog-mfe/src/parts/section.module.css`.
    `<html lang="en-IN"${page ? ' data-as-served' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<script type="importmap">${importMap}</script>`,
    `<script>${themeScript}</script>`,
    ...preloads.map(
      (href) =>
        `<link rel="modulepreload" href="${escapeHtml(href)}" integrity="${integrityOf(live, href)}" crossorigin fetchpriority="low">`,
    ),
    ...(live.shell.fontPreload
      ? [`<link rel="preload" href="${escapeHtml(live.shell.fontPreload)}" as="font" type="font/woff2" crossorigin>`]
      : []),
    ...inline.map((text) => `<style>${text}</style>`),
    // The bundler treats these as loaded and adds no second link without integrity.
    ...pageStyles.map(
      ({ href, key }) => `<link rel="stylesheet" href="${escapeHtml(href)}" data-rspack="${escapeHtml(key)}" disabled>`,
    ),
    '<meta name="theme-color" content="#0d5249">',
    ...(live.shell.icon ? [`<link rel="icon" href="${escapeHtml(live.shell.icon)}" type="image/svg+xml">`] : []),
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<script type="application/json" id="site">${dataBlock(site)}</script>`,
    ...(parts.developmentScript
      ? [`<script type="module" src="${escapeHtml(parts.developmentScript)}"></script>`]
      : []),
    ...(page ? [`<script>${captureInputScript}</script>`] : []),
    ...live.shell.js.map(
      (src) =>
        `<script type="module" src="${escapeHtml(src)}" integrity="${integrityOf(live, src)}" crossorigin fetchpriority="low"></script>`,
    ),
    page ? absolute(page.head) : '<title>Twostroke</title>',
    ...(page?.jsonLd.map((data) => `<script type="application/ld+json">${absolute(dataBlock(data))}</script>`) ?? []),
    '</head>',
    '<body>',
    ...(live.preview ? [previewNotice(live.preview)] : []),
    `<div id="root">${page ? absolute(page.body) : ''}</div>`,
    ...(page ? [stateBlock(page)] : []),
    ...(page ? [] : [`<noscript>${noScript}</noscript>`]),
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return { html, contentSecurityPolicy: policy };
}

const noScript =
  'This page of Twostroke needs JavaScript. Prices and texts can be read without it: <a href="/">to the home page</a>. Or call us on 90000 00010: we book you in by phone.';

/** The page's data, so that the browser does not load it again. The not-found page is not hydrated. */
function stateBlock({ path, routeId, renderedAt, loaderData }: PrerenderedPage): string {
  return `<script type="application/json" id="state">${dataBlock({ path, routeId, renderedAt, loaderData })}</script>`;
}

/** @throws Error when a script of the document has none: browsers would run whatever the address answers */
function integrityOf({ integrity }: Live, href: string): string {
  const value = integrity[href];
  if (!value) throw new Error(`${href} has no integrity.`);
  return escapeHtml(value);
}

export function isDisabled(live: Live, route: RegistryRoute): boolean {
  return live.registry.remotes.some(({ name, disabled }) => name === route.remote && disabled);
}

/** JSON that can't end its script element. */
function dataBlock(data: unknown): string {
  return JSON.stringify(data).replace(/</g, '\\u003c');
}
