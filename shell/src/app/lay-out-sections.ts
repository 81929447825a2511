import { idle } from '../remotes/idle.ts';

/**
 * Lays out the sections of a prerendered page that the browser has skipped so far, one whenever it is idle: the page
 * soon has its real height, and no press misses because a section above it is laid out at that moment.
 */
export async function layOutSections(): Promise<void> {
  for (const section of document.querySelectorAll<HTMLElement>('[data-as-served] :is(section, footer)')) {
    await idle();
    section.style.contentVisibility = 'visible';
  }
  document.documentElement.removeAttribute('data-as-served');
}
