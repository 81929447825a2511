const cards = '[data-job] a, a[data-job]';

/** Where an arrow key leads: the sign along each axis. */
const ways: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Spot {
  x: number;
  y: number;
}

function middle(element: Element): Spot {
  const { left, width, top, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Whether it has a place on the page: a phone draws one day of a week. */
function isDrawn(card: HTMLElement): boolean {
  return card.getClientRects().length > 0;
}

/** The id of the booking whose card has the focus; null for none. */
export function focusedJob(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-job]')?.dataset['job'] ?? null;
}

/**
 * Moves the focus from a card to the nearest one in the direction of an arrow key.
 * @returns whether there was one
 */
export function focusNextCard(key: string): boolean {
  const way = ways[key];
  const from = document.activeElement;
  if (!way || !from?.matches(cards)) return false;
  const { x, y } = middle(from);
  let nearest: { card: HTMLElement; distance: number } | null = null;
  for (const card of document.querySelectorAll<HTMLElement>(cards)) {
    if (card === from || !isDrawn(card)) continue;
    const spot = middle(card);
    const along = (spot.x - x) * way[0] + (spot.y - y) * way[1];
    // What is aside counts double: the next card of the same row or column is nearer.
    const distance = along + 2 * Math.abs((spot.x - x) * way[1] + (spot.y - y) * way[0]);
    if (along > 1 && (nearest === null || distance < nearest.distance)) nearest = { card, distance };
  }
  nearest?.card.focus();
  return nearest !== null;
}
