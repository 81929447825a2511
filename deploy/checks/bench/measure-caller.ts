import type { Browser } from 'playwright-core';
import type { Backend } from '../../backend/backend-options.ts';
import { signIn } from '../e2e/sign-in.ts';

interface Shop {
  url: string;
  sql: Backend['sql'];
  admin: { email: string; password: string };
}

/** A wait while a customer is on the line. */
export interface CallerWait {
  name: string;
  /** From the key that was pressed until its answer is drawn, in milliseconds. */
  took: number;
}

/** What a press brings: the focus in a question of the call, text of the page, or a checked control by its label. */
type Awaited = { question: number } | { text: string } | { checked: string };

/**
 * Books a known caller by keys alone, on a desk whose processor is four times slower.
 * @returns the waits between two steps of the call
 */
export async function measureCaller(browser: Browser, shop: Shop): Promise<CallerWait[]> {
  const [caller] = await shop.sql<{ phone: string; customer_name: string }[]>`
    select phone, customer_name from public.service_bookings
    where mode = 'workshop' and status = 'completed' order by created_at desc limit 1`;
  if (!caller) throw new Error('The bench has no customer who was here before.');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, timezoneId: 'Asia/Kolkata' });
  const page = await context.newPage();
  await signIn(page, shop.url, shop.admin.email, shop.admin.password);
  await page.goto(`${shop.url}/admin`);
  await page.getByText(/^Live, /).waitFor();
  await page.evaluate(() => {
    const noted = document.documentElement.dataset;
    addEventListener('keydown', ({ timeStamp }) => (noted['key'] = String(timeStamp)), { capture: true });
  });
  // What the tool itself loads into the page for its first wait is no part of the desk's.
  await page.waitForFunction(() => true, undefined, { polling: 'raf' });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const waits: CallerWait[] = [];
  const wait = async (name: string, awaited: Awaited, press: () => Promise<void>): Promise<void> => {
    await press();
    const shown = await page.waitForFunction(sinceKey, awaited, { polling: 'raf' });
    waits.push({ name, took: Number(await shown.jsonValue()) });
  };
  const { keyboard } = page;
  await wait('B until the phone is asked', { question: 1 }, () => keyboard.press('b'));
  await wait('the last figure until the customer is known', { text: caller.customer_name }, () =>
    keyboard.type(caller.phone.replace(/^\+91/, '')),
  );
  await tabTo('A job, or what is wrong');
  await wait('the complaint until its job is chosen', { checked: 'Brake Service' }, () => keyboard.type('brake noise'));
  await page
    .getByRole('button', { name: /of \d+ free/ })
    .first()
    .waitFor();
  await tabTo('free');
  await wait('a time until it is held', { text: 'is held while you talk.' }, () => keyboard.press('Enter'));
  await page
    .getByText(/“.*Brake Service/) // what is read back
    .first()
    .waitFor();
  await wait('the last press until it is booked', { text: 'Booked, No.' }, () => keyboard.press('Control+Enter'));
  await context.close();
  return waits;

  async function tabTo(label: string): Promise<void> {
    for (let tries = 0; tries < 30; tries += 1) {
      if (await page.evaluate(isFocused, label)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not reach ${label}.`);
  }
}

/** Runs in the page, in each frame: milliseconds since the last key, once what it brings is there. */
function sinceKey(awaited: Awaited): number | false {
  // No function has a name here: what the loader adds to named ones is not in the page.
  const [active, checked] = [document.activeElement, document.querySelectorAll<HTMLInputElement>('input:checked')];
  const isThere =
    'text' in awaited
      ? document.querySelector('main')!.textContent.includes(awaited.text)
      : 'question' in awaited
        ? !!active?.closest(`[data-question="${awaited.question}"]`)
        : [...checked].some(({ labels }) => labels?.[0]?.textContent.includes(awaited.checked));
  return isThere && performance.now() - Number(document.documentElement.dataset['key']);
}

/** Runs in the page: whether the control with this label has the focus. */
function isFocused(label: string): boolean {
  const element = document.activeElement;
  const words = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
  return !!(element?.getAttribute('aria-label') ?? words ?? '').includes(label) && element !== document.body;
}
