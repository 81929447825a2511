import { escapeHtml } from './escape-html.ts';
import type { Live } from '../record/live.ts';

/**
 * The notice that a tester sees above the page. It is outside of the site's own nodes, so that it shows with every
 * version of the shell, also with one that breaks. It looks like a toast and is sticky: the header stays below it.
 */
export const previewStyle = [
  ':root{--above-header:2.75rem}',
  'html{scroll-padding-top:7.75rem}',
  '.ts-preview{position:sticky;top:0;z-index:calc(var(--z-header,20) + 1);display:flex;gap:.75rem;align-items:center;justify-content:space-between;box-sizing:border-box;min-height:2.75rem;padding:0 max(var(--gutter,1rem),calc((100% - var(--page,72.5rem))/2));background:linear-gradient(90deg,var(--plate,#f9c513) 0 5px,transparent 5px 8px,var(--plate,#f9c513) 8px 9.5px,transparent 0) var(--toast,#14201d);color:var(--on-toast,#f1f4ee);font-size:.875rem;line-height:1.2;overflow-wrap:anywhere}',
  '.ts-preview b{font-weight:600}',
  '.ts-preview a{flex:none;display:flex;align-items:center;min-height:2.75rem;margin-right:-.5rem;padding:0 .5rem;color:var(--plate,#f9c513);font-weight:600}',
  '.ts-preview a:focus-visible{outline-color:var(--on-toast,#f1f4ee);outline-offset:-3px;box-shadow:none}',
  '@media(forced-colors:active){.ts-preview{border-bottom:2px solid}}',
  '@media print{.ts-preview{display:none}}',
].join('');

/** The line itself. */
export function previewNotice(preview: NonNullable<Live['preview']>): string {
  const [says, link] =
    preview === 'ended'
      ? ['This preview is not open. You see the live site.', 'Close']
      : [`Preview: <b>${escapeHtml(`${preview.app} ${preview.version}`)}</b>`, 'End preview'];
  return `<div class="ts-preview" role="status"><span>${says}</span><a href="/preview?end">${link}</a></div>`;
}
