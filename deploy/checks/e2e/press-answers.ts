import { expect } from '@playwright/test';
import type { Locator, Page, Route } from 'playwright-core';
import type { TestSite } from './open-test-site.ts';

/** A control that sends something, and what a person reads after each outcome. */
export interface PressedControl {
  /** The write, as the table of writes names it. */
  sends: string;
  /** The component that sends it, as `sendingFiles` names it. */
  from: string;
  /** Of the request, to answer it in the backend's place. */
  address: RegExp;
  method?: string;
  /** Fills in what the control sends. What is filled in must stay after each failure. */
  fill?: (page: Page) => Promise<void>;
  control: (page: Page) => Locator;
  /** Instead of a click. */
  press?: (page: Page) => Promise<void>;
  /** How the backend rejects it. */
  refusal: Refusal;
  refused: RegExp;
  /** The backend's answer to the last press, where a real one takes more than a press. */
  answer?: unknown;
  done: RegExp;
  /** What a failure of the network or the server says, where the site goes on without an answer. */
  failed?: RegExp;
  /** Takes back what would be sent by itself once the network is back. */
  takeBack?: (page: Page) => Promise<void>;
}

export interface Refusal {
  status: number;
  /** Code of a database's rejection, and its data. */
  hint?: string;
  data?: unknown;
  /** Code of the auth provider's rejection. */
  auth?: string;
}

/** The controls of one page, pressed one after the other. */
export interface PressedPage {
  name: string;
  tag: string[];
  /** `npm run test:all` alone goes there. */
  more?: true;
  open: (page: Page, site: TestSite) => Promise<void>;
  controls: PressedControl[];
}

/** A button by its whole name; the one of an open dialog, if there are two. */
export const button =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('button', { name, exact: true }).filter({ visible: true }).last();

/** Fields by their labels. */
export const fields =
  (values: Readonly<Record<string, string>>) =>
  async (page: Page): Promise<void> => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).filter({ visible: true }).last().fill(value);
  };

/** A press on a button that opens a form, which is then filled in. */
export const openForm = (name: string, values: Readonly<Record<string, string>> = {}) => {
  return async (page: Page): Promise<void> => {
    await button(name)(page).click();
    await fields(values)(page);
  };
};

/** Chooses the first free window of the day that a dialog shows. */
export async function chooseFreeWindow(dialog: Locator): Promise<void> {
  // By key: the toast of the press before may lie over it.
  await dialog.locator('input[name="time"]:enabled').first().press('Space');
}

/** What a failure of the network or the server says: what is safe. */
const safe = /Nothing is lost|is still here|saved on this phone|is safe/;

/** What can happen to a press before it succeeds. */
export const failedAnswers = ['without a network', 'with a server that is down', 'refused'] as const;
export type FailedAnswer = (typeof failedAnswers)[number];

/** Presses a control with each of these failures, and at last with success. */
export async function pressWithAnswers(
  page: Page,
  pressed: PressedControl,
  failures: readonly FailedAnswer[],
): Promise<void> {
  const { sends, address, method, fill, refusal, refused, answer, done, failed = safe } = pressed;
  const respond = async (how: ((route: Route) => Promise<void>) | null, words: RegExp, when: string): Promise<void> => {
    const { promise: asked, resolve: ask } = promiseOf();
    const handler = (route: Route): Promise<void> => {
      if (!how || (method && route.request().method() !== method)) return route.fallback();
      ask();
      return how(route);
    };
    if (how) await page.route(address, handler);
    await (pressed.press ? pressed.press(page) : pressed.control(page).click());
    if (how) await asked; // what is still shown is no answer to this press
    await expectAnswer(page, words, `${sends}, ${when}`);
    if (how) await page.unroute(address, handler);
  };
  await fill?.(page);
  await pressed.control(page).waitFor();
  const fail: Record<FailedAnswer, () => Promise<void>> = {
    async 'without a network'() {
      // The board of the workshop is live: without any network it reloads, so only the press itself loses its own.
      if (page.url().includes('/admin')) return respond((route) => route.abort('failed'), failed, 'without a network');
      await page.context().setOffline(true);
      await respond(null, failed, 'without a network');
      await pressed.takeBack?.(page);
      await page.context().setOffline(false);
    },
    'with a server that is down': () =>
      respond(
        (route) => route.fulfill({ status: 503, json: { message: 'down' } }),
        failed,
        'with a server that is down',
      ),
    refused: () => respond((route) => route.fulfill(rejection(refusal)), refused, 'refused'),
  };
  for (const failure of failures) await fail[failure]();
  await respond(answer === undefined ? null : (route) => route.fulfill({ json: answer }), done, 'with success');
  // A toast stays while the pointer is on it, and may cover the next control.
  await page.mouse.move(1, 1);
}

function promiseOf(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

function rejection({ status, hint, data = null, auth }: Refusal) {
  if (auth) return { status, json: { code: auth, error_code: auth, msg: auth, message: auth } };
  return { status, json: { code: `PT${status}`, message: hint ?? '', hint, details: JSON.stringify(data) } };
}

/**
 * Waits for a status, an alert, a toast, what has taken the focus, the message of its field, or the heading of the page
 * that a press has opened, with these words: in the window, and not covered.
 */
async function expectAnswer(page: Page, words: RegExp, what: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(readAnswers).catch(() => []), { message: `an answer in view: ${what}`, timeout: 10_000 })
    .toEqual(expect.arrayContaining([expect.stringMatching(words)]));
}

/** Runs in the page. @returns the text of every answer that can be seen */
function readAnswers(): string[] {
  const focused = document.activeElement;
  const ids = focused?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const found = [
    ...document.querySelectorAll('[role=status], [role=alert], [data-sonner-toast], main h1'),
    ...document.querySelectorAll('[tabindex="-1"]:focus:not(main, dialog)'), // the answer itself has taken the focus
    ...ids.map((id) => document.getElementById(id)).filter((element) => element !== null),
    ...((focused as HTMLInputElement | null)?.labels ?? []),
  ];
  return found.filter(canBeSeen).map((element) => element.textContent);

  function canBeSeen(element: Element): boolean {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (right - left < 2 || bottom - top < 2) return false; // hidden for the eye
    const [first, last] = [Math.max(top, 0), Math.min(bottom, window.innerHeight)];
    const middle = document.elementFromPoint((left + right) / 2, (first + last) / 2);
    return first < last && middle !== null && (element.contains(middle) || middle.contains(element));
  }
}
