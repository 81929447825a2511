import type { RemoteManifest, RemoteSlot } from '@twostroke/shared/contracts/manifest';
import type { Locator, Page } from 'playwright-core';
import { cartButton, cartDrawer, heading } from '../e2e/locators.ts';
import type { Visitor } from '../e2e/open-test-site.ts';
import { waitForHydration } from '../e2e/wait-for-hydration.ts';
import { poll } from '../../backend/testing/poll.ts';
import { readLiveRecord } from '../../site/record/live-record.ts';
import { readRelease } from '../../site/record/release-record.ts';
import { secondsSince, type DrillRow } from './drill-row.ts';
import { ALTERED_MARK, startFaultProxy, type ProxyFault } from './fault-proxy.ts';
import type { DrillSite } from './open-drill-site.ts';

export type SlotFile = 'script' | 'style sheet';
export const slotFiles: readonly SlotFile[] = ['script', 'style sheet'];

/** How a visitor opens a slot and sees that it works. */
interface SlotWords {
  /** Address of the page that places it. */
  path(site: DrillSite): string;
  /** Heading of this page, with the slot and without. */
  title: RegExp;
  want(page: Page): Promise<void>;
  works(page: Page): Promise<boolean>;
  /** What must stay in the header; default: the cart's button. */
  header?(page: Page): Locator;
  /** What the page shows in its place when it can't be loaded; null: not yet. */
  fallback(page: Page): Promise<string | null>;
}

/** A slot of a remote's manifest, with its words. */
export interface DrilledSlot extends SlotWords, RemoteSlot {
  remote: string;
}

export interface SlotFault {
  slot: DrilledSlot;
  file: SlotFile;
  fault: ProxyFault;
}

const listening = new WeakSet<Page>();
const onFaq = { path: () => '/faq', title: /asked/i };
const nothingToPress = (): Promise<void> => Promise.resolve();

const wordsOf: Record<string, SlotWords> = {
  'cart-drawer': {
    ...onFaq,
    want: async (page) => {
      if (!(await cartDrawer(page).isVisible())) await cartButton(page, 1).click();
    },
    works: (page) => cartDrawer(page).getByText('General Service').first().isVisible(),
    fallback: (page) => findSentences(cartDrawer(page), 'This part is not available', 'your cart is safe'),
  },
  'admin-alerts': {
    ...onFaq,
    want: nothingToPress, // an admin has it on every page
    works: (page) => Promise.resolve(listening.has(page)),
    fallback: () => Promise.resolve('the page itself'), // an absent alert shows nothing
  },
  'customer-booking': {
    path: ({ manageToken }) => `/book-service#manage=${manageToken}`,
    title: /\S/,
    want: nothingToPress, // the page places it at this address
    works: (page) => page.getByRole('main').getByRole('button', { name: 'Move', exact: true }).isVisible(),
    fallback: (page) =>
      findSentences(page.getByRole('main'), 'We could not load your booking', 'Your booking is safe with us'),
  },
  'booking-invoice': {
    path: () => '/admin?view=invoice&booking=00000000-0000-4000-8000-000000000000',
    title: /invoice/i,
    want: nothingToPress, // the page places it at this address
    works: (page) => heading(page, 'Your invoice').isVisible(),
    header: (page) => page.getByRole('navigation', { name: 'Workshop' }),
    fallback: (page) => findSentences(page.getByRole('main'), 'The invoice could not be shown', 'The booking is safe'),
  },
};

/**
 * Every slot that these remotes fill.
 * @throws Error that names a slot without words
 */
export function drilledSlots(manifests: readonly RemoteManifest[]): DrilledSlot[] {
  return manifests.flatMap(({ name: remote, slots }) =>
    slots.map((slot) => {
      const words = wordsOf[slot.name];
      if (!words)
        throw new Error(
          `The drill can't open slot ${slot.name} of ${remote}. Add to deploy/checks/drill/slot-faults.ts how a visitor opens it and sees that it works.`,
        );
      return { ...slot, ...words, remote };
    }),
  );
}

/** A slot's own files of one kind in the live version; the remote's entry is drilled with its pages. */
function filesOf(siteFolder: string, { remote, name }: DrilledSlot, file: SlotFile): string[] {
  const { js, css } = readRelease(siteFolder, remote, readLiveRecord(siteFolder)!.apps[remote]!).remote!.slots[name]!;
  return (file === 'script' ? js.slice(1) : css).map(({ href }) => href);
}

/** Whether the slot has files of this kind at all. */
export function slotHasFile(site: DrillSite, slot: DrilledSlot, file: SlotFile): boolean {
  return filesOf(site.siteFolder, slot, file).length > 0;
}

/** Runs one visit to a page whose slot has a faulty file. A slow network stays slow; every other fault ends after a while. */
export async function drillSlotFault(site: DrillSite, { slot, file, fault }: SlotFault): Promise<DrillRow> {
  const { remote, name, want, works, header = (page: Page) => cartButton(page, 1) } = slot;
  const proxy = await startFaultProxy(site.url);
  const visitor = await site.visitWithCart(proxy.url, slot.access);
  const { page } = visitor;
  const failures: string[] = [];
  const keptWorking: string[] = [];
  const keeps = async (what: string, check: () => Promise<unknown>): Promise<void> => {
    try {
      await check();
      keptWorking.push(what);
    } catch (failure) {
      failures.push(`${what}: ${String(failure instanceof Error ? failure.message : failure).split('\n')[0]}`);
    }
  };
  try {
    noteListening(visitor);
    proxy.inject(filesOf(site.siteFolder, slot, file), fault);
    await page.goto(proxy.url + slot.path(site), { waitUntil: 'commit' });
    await waitForHydration(page);
    const began = Date.now();
    await want(page);
    const saw = await poll('the slot or a message', () => seen(page, slot), 20_000);
    const seconds = secondsSince(began);
    await keeps('page', () => heading(page, slot.title).waitFor());
    await keeps('header', () => header(page).waitFor());
    await poll('the faulty file', () => Promise.resolve(proxy.spoilt() > 0)).catch(() =>
      failures.push('the file was not requested'),
    );
    if (fault !== 'slow 10 s') proxy.lift();
    const from = Date.now();
    let recovered = 'not';
    await keeps('recovery', async () => (recovered = await recover(page, want, works)));
    if (await page.evaluate((mark) => mark in globalThis, ALTERED_MARK)) failures.push('an altered script was run');
    const row = { remote, where: `${name}, ${file}`, fault, moment: 'slot', saw, seconds };
    return { ...row, keptWorking, recovered, recoverySeconds: secondsSince(from), failures };
  } finally {
    await visitor.context.close();
    await proxy.close();
  }
}

/** Alerts are invisible until a booking arrives: they work when the server has confirmed the subscription. */
function noteListening({ page }: Visitor): void {
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      if (text.includes('booking-notifications') && text.includes('Subscribed to PostgreSQL')) listening.add(page);
    }),
  );
}

/** What the visitor sees of the slot after it has settled. */
async function seen(page: Page, { works, fallback }: SlotWords): Promise<string | null> {
  return (await works(page)) ? 'the part itself' : fallback(page);
}

/** These sentences, when an element contains all of them. */
async function findSentences(element: Locator, ...sentences: string[]): Promise<string | null> {
  const text = await element.innerText({ timeout: 1000 }).catch(() => '');
  return sentences.every((sentence) => text.includes(sentence)) ? `${sentences.join('. ')}.` : null;
}

/** Clicks "Try again" where it exists, and opens the slot again where the retry reloaded the page. */
async function recover(page: Page, want: (page: Page) => Promise<void>, works: (page: Page) => Promise<boolean>) {
  if (await works(page)) return 'nothing to recover';
  let presses = 0;
  const again = page.getByRole('button', { name: 'Try again' });
  await poll(
    'the part',
    async () => {
      if (await works(page).catch(() => false)) return true;
      if (await again.isVisible().catch(() => false)) {
        await again.click({ timeout: 1000 }).then(
          () => (presses += 1),
          () => undefined,
        );
      } else await want(page).catch(() => undefined); // the page is being reloaded
      return false;
    },
    60_000,
  );
  return presses === 0 ? 'by itself' : presses === 1 ? 'Try again' : `Try again ×${presses}`;
}
