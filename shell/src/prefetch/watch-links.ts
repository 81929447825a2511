import { idle } from '../remotes/idle.ts';

/** What leads to a page: a link, or a button that names it. */
const leads = 'a[href], [data-leads-to]';

export interface LinkWatchers {
  /** A link has come into view. */
  seen(link: HTMLElement): void;
  /** It has left the view. */
  passed(link: HTMLElement): void;
  /** A visitor is about to follow a link. */
  meant(link: HTMLElement): void;
}

const intents = ['pointerover', 'focusin', 'pointerdown', 'touchstart'];

/** Watches what leads to pages in the document, also what is added later. Returns a function that ends it. */
export function watchLinks({ seen, passed, meant }: LinkWatchers): () => void {
  let ended = false;
  let looking = false;
  const known = new WeakSet<Element>();
  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) (isIntersecting ? seen : passed)(target as HTMLElement);
  });
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    await idle();
    looking = false;
    if (ended) return;
    for (const link of document.querySelectorAll<HTMLElement>(leads))
      if (!known.has(link)) {
        known.add(link);
        inView.observe(link);
      }
  };
  const changes = new MutationObserver((records) => {
    // A list that is filtered may reuse a link for another page.
    for (const { type, target } of records)
      if (type === 'attributes') {
        known.delete(target as Element);
        inView.unobserve(target as Element);
      }
    void look();
  });
  const onIntent = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLElement>(leads) : null;
    if (link) meant(link);
  };
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['href', 'data-leads-to'] });
  for (const intent of intents) document.addEventListener(intent, onIntent, { passive: true });
  void look();
  return () => {
    ended = true;
    inView.disconnect();
    changes.disconnect();
    for (const intent of intents) document.removeEventListener(intent, onIntent);
  };
}
