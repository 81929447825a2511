import type { Browser, Page } from 'playwright-core';
import type { Backend } from '../../backend/backend-options.ts';
import { signIn } from '../e2e/sign-in.ts';

/** Windows of a laptop at the desk and of a phone on the floor. */
const watchers = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

/** How long a change took from the press of one person, in milliseconds. */
export interface TimedChange {
  /** Until the database has answered the press. */
  saved: number;
  /** Until the others see it: the desk, the floor. */
  seen: number[];
}

interface Shop {
  url: string;
  sql: Backend['sql'];
  admin: { email: string; password: string };
}

/** One person starts the inspection of one bike after the other; two others have the board of the day open. */
export async function measureLiveChanges(browser: Browser, shop: Shop, runs: number): Promise<TimedChange[]> {
  const open = async (viewport: { width: number; height: number }): Promise<Page> => {
    const page = await (await browser.newContext({ viewport, timezoneId: 'Asia/Kolkata' })).newPage();
    await signIn(page, shop.url, shop.admin.email, shop.admin.password);
    await page.goto(`${shop.url}/admin`);
    await page.getByText(/^Live, /).waitFor();
    return page;
  };
  const worker = await open(watchers[0]!);
  const others = await Promise.all(watchers.map(open));
  const bikes = await shop.sql<{ id: string }[]>`
    select id from public.service_bookings
    where status = 'assigned' and mode = 'workshop' and booking_date = private.today()`;
  // A busy window draws the first of its cards.
  const drawn = new Set(
    await others[0]!.locator('[data-job]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-job'))),
  );
  const some = bikes.filter(({ id }) => drawn.has(id)).slice(0, runs);
  if (some.length === 0) throw new Error('No card of a bike that can be inspected is drawn.');
  const changes: TimedChange[] = [];
  for (const { id } of some) {
    await worker.goto(`${shop.url}/admin?booking=${id}`);
    const press = worker.getByRole('button', { name: 'Inspect', exact: true });
    await press.waitFor();
    await worker.getByText(/^Live, /).waitFor();
    await worker.evaluate(notePress);
    const seenAt = others.map((page) => page.evaluate(whenSeen, { id, words: 'Inspecting' }));
    const answer = worker.waitForResponse(/rpc\/set_booking_status/);
    await press.click();
    const answered = await answer;
    if (!answered.ok()) throw new Error(`The press was rejected: ${await answered.text()}`);
    await answered.finished();
    const savedAt = Date.now();
    const pressedAt = Number(await worker.locator('html[data-pressed]').getAttribute('data-pressed'));
    const seen = (await Promise.all(seenAt)).map((at) => at - pressedAt);
    changes.push({ saved: savedAt - pressedAt, seen });
  }
  return changes;
}

/** Runs in the page in which the change is made. */
function notePress(): void {
  // No function has a name here: what the loader adds to named ones is not in the page.
  document.addEventListener('click', () => void (document.documentElement.dataset['pressed'] = String(Date.now())), {
    capture: true,
    once: true,
  });
}

/** Runs in the pages of the others. @returns when the card with these words is painted, in milliseconds */
function whenSeen({ id, words }: { id: string; words: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`No page showed "${words}" within 20 seconds.`)), 20_000);
    new MutationObserver((_, seen) => {
      if (!document.querySelector(`[data-job="${id}"]`)?.textContent.includes(words)) return;
      seen.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())));
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
