import type { Page } from 'playwright-core';
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

export interface SlotFault {
  slot: keyof typeof slots;
  file: SlotFile;
  fault: ProxyFault;
}

/** For each slot: its remote, how a visitor opens it, and how it shows that it works. */
export const slots = {
  'cart-drawer': {
    remote: 'cart',
    want: async (page: Page): Promise<void> => {
      if (!(await cartDrawer(page).isVisible())) await cartButton(page, 1).click();
    },
    works: (page: Page) => cartDrawer(page).getByText('General Service').first().isVisible(),
  },
  'admin-alerts': {
    remote: 'admin',
    want: () => Promise.resolve(), // an admin has it on every page
    works: (page: Page) => Promise.resolve(listening.has(page)),
  },
} as const;

const listening = new WeakSet<Page>();
const FALLBACK = 'This part is not available';
const CART_IS_SAFE = 'your cart is safe';

/** A slot's own files of one kind in the live version; the remote's entry is drilled with its pages. */
function filesOf(siteFolder: string, slot: SlotFault['slot'], file: SlotFile): string[] {
  const { remote } = slots[slot];
  const { js, css } = readRelease(siteFolder, remote, readLiveRecord(siteFolder)!.apps[remote]!).remote!.slots[slot]!;
  return (file === 'script' ? js.slice(1) : css).map(({ href }) => href);
}

/** Whether the slot has files of this kind at all. */
export function slotHasFile(site: DrillSite, slot: SlotFault['slot'], file: SlotFile): boolean {
  return filesOf(site.siteFolder, slot, file).length > 0;
}

/** Runs one visit to a page whose slot has a faulty file. A slow network stays slow; every other fault ends after a while. */
export async function drillSlotFault(site: DrillSite, { slot, file, fault }: SlotFault): Promise<DrillRow> {
  const { remote, want, works } = slots[slot];
  const proxy = await startFaultProxy(site.url);
  const visitor = await site.visitWithCart(proxy.url, remote);
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
    await page.goto(`${proxy.url}/faq`, { waitUntil: 'commit' });
    await waitForHydration(page);
    const began = Date.now();
    await want(page);
    const saw = await poll('the slot or a message', () => seen(page, slot), 20_000);
    const seconds = secondsSince(began);
    await keeps('page', () => heading(page, /asked/i).waitFor());
    await keeps('header', () => cartButton(page, 1).waitFor());
    await poll('the faulty file', () => Promise.resolve(proxy.spoilt() > 0)).catch(() =>
      failures.push('the file was not requested'),
    );
    if (fault !== 'slow 10 s') proxy.lift();
    const from = Date.now();
    let recovered = 'not';
    await keeps('recovery', async () => (recovered = await recover(page, want, works)));
    if (await page.evaluate((mark) => mark in globalThis, ALTERED_MARK)) failures.push('an altered script was run');
    const row = { remote, where: `${slot}, ${file}`, fault, moment: 'slot', saw, seconds };
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

/** What the visitor sees of the slot after it has settled. Missing alerts show nothing. */
async function seen(page: Page, slot: SlotFault['slot']): Promise<string | null> {
  if (await slots[slot].works(page)) return 'the part itself';
  if (slot === 'admin-alerts') return 'the page itself';
  const words = await cartDrawer(page)
    .innerText({ timeout: 1000 })
    .catch(() => '');
  return words.includes(FALLBACK) && words.includes(CART_IS_SAFE) ? `${FALLBACK}. ${CART_IS_SAFE}.` : null;
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
