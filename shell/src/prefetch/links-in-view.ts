/** How long a link is in view before it is worth a content file: one that is scrolled past is not. */
const LOOKED_AT_MS = 300;

/** Links that are in view. Each is taken twice while it is: at once, and when it has been in view for a moment. */
export interface LinksInView {
  add(link: HTMLElement): void;
  remove(link: HTMLElement): void;
  /** Takes the nearest of those that have come into view. */
  takeSeen(): HTMLElement | undefined;
  /** Takes the nearest of those that were seen, when it has been in view for a moment. */
  takeLookedAt(): HTMLElement | undefined;
  /** Resolves after a moment. False when there is nothing left to take. */
  wait(): Promise<boolean>;
}

export function createLinksInView(): LinksInView {
  const links = new Map<HTMLElement, { since: number; taken: 0 | 1 | 2 }>();

  /** Takes the link that is nearest to the middle of the screen. */
  function takeNearest(taken: 0 | 1, since: number): HTMLElement | undefined {
    const distance = (link: HTMLElement): number => {
      const { top, bottom } = link.getBoundingClientRect();
      return Math.abs(top + bottom - window.innerHeight);
    };
    const [nearest] = [...links]
      .filter(([, state]) => state.taken === taken && state.since <= since)
      .map(([link, state]) => ({ link, state, distance: distance(link) }))
      .sort((a, b) => a.distance - b.distance);
    if (nearest) nearest.state.taken += 1;
    return nearest?.link;
  }

  return {
    add: (link) => void links.set(link, { since: performance.now(), taken: 0 }),
    remove: (link) => void links.delete(link),
    takeSeen: () => takeNearest(0, Number.POSITIVE_INFINITY),
    takeLookedAt: () => takeNearest(1, performance.now() - LOOKED_AT_MS),
    async wait() {
      if (![...links.values()].some(({ taken }) => taken < 2)) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOKED_AT_MS / 3));
      return true;
    },
  };
}
