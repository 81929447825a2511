/** Where React Router keeps the scroll positions of this tab. */
export const scrollStorageKey = 'react-router-scroll-positions';

/** How long a page may grow and shrink until it is complete. */
const TIMEOUT_MS = 10_000;

const VISITOR_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Every page loaded as a document has the key `default`, so the key includes the address: otherwise one page would open
 * at the scroll position of another.
 */
export function scrollKey({ key, pathname, hash }: { key: string; pathname: string; hash: string }): string {
  return key === 'default' ? `default ${pathname}${hash}` : key;
}

/**
 * Scrolls a reloaded page to where the visitor was, as soon as it is tall enough. The browser stops short when it
 * restores with half a document, and React Router drops the position of a page that it renders first. A page that
 * becomes too short meanwhile, because it waits for its data, is scrolled again when it has grown. Ends when the visitor
 * scrolls, when another page is shown, or after some seconds.
 * @param container the element that grows with the page
 */
export function restoreScroll(container: HTMLElement): void {
  const [{ type } = { type: '' }] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const key = currentPlaceKey();
  const place = type === 'reload' || type === 'back_forward' ? storedPlace(key) : 0;
  if (!place) return;
  const ended = new AbortController();
  let isReached = false;
  const observer = new ResizeObserver(() => {
    if (currentPlaceKey() !== key) return ended.abort();
    const lowest = document.documentElement.scrollHeight - window.innerHeight;
    if (lowest < place - 1) isReached = false;
    if (!isReached && window.scrollY < place - 1) window.scrollTo({ top: place, behavior: 'instant' });
    isReached ||= window.scrollY >= place - 1;
  });
  ended.signal.addEventListener('abort', () => observer.disconnect());
  for (const move of VISITOR_MOVES)
    window.addEventListener(move, () => ended.abort(), { signal: ended.signal, passive: true, capture: true });
  setTimeout(() => ended.abort(), TIMEOUT_MS);
  observer.observe(container);
}

function currentPlaceKey(): string {
  const { key = 'default' } = (history.state ?? {}) as { key?: string };
  return scrollKey({ key, pathname: location.pathname, hash: location.hash });
}

function storedPlace(key: string): number {
  try {
    const places = JSON.parse(sessionStorage.getItem(scrollStorageKey) ?? '{}') as Record<string, unknown> | null;
    return Number(places?.[key]) || 0;
  } catch {
    return 0; // no storage, or another app's value
  }
}
