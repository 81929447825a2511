import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { heading } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { setClock } from '../shop-clock.ts';
import { waitForHydration, waitForHydrationOf } from '../wait-for-hydration.ts';
import { expect, test } from '../fixtures/test.ts';

/** What a screen reader finds on each page of a booking. Change it with the pages: the test prints the difference. */
const script = join(import.meta.dirname, '../spoken-booking.txt');
/** A Monday morning: the first free window is the one after next. */
const at = '2026-12-14T08:00:00+05:30';

test.describe('the effort of a booking', { tag: ['@catalog', '@cart'] }, () => {
  test('from home, a new guest books General Service at the workshop in 7 presses and 3 typed fields, and hears what the spoken script says', async ({
    site,
  }) => {
    await setClock(site, at);
    const { page, complaints } = await site.visit(phone);
    await page.clock.setFixedTime(new Date(at));
    const effort = new Effort();
    await fromHomeToBooking(page, site.url, effort);
    const spoken = [await speak(page, 'Place and time, at first')];

    await effort.press(page.getByRole('radio', { name: /At the workshop/ }));
    await page.getByRole('group', { name: 'Day', exact: true }).waitFor();
    spoken.push(await speak(page, 'Place and time, at the workshop'));
    await effort.press(page.getByRole('button', { name: /^Continue with/ }));
    await giveDetails(page, effort);
    const book = page.getByRole('button', { name: 'Book for ₹1,699' });
    await book.waitFor();
    spoken.push(await speak(page, 'Your details'));
    await effort.press(book);
    await page.waitForURL('**/book-service#manage=*');

    expect({ ...effort }).toEqual({ presses: 7, typed: 3 });
    expect(spoken.join('\n')).toBe(readFileSync(script, 'utf8'));
    expect(complaints).toEqual([]);
  });

  test('at the gate it takes the area and the address more', async ({ site }) => {
    const { page } = await site.visit(phone);
    const effort = new Effort();
    await fromHomeToBooking(page, site.url, effort);
    await effort.press(page.getByRole('radio', { name: /At your gate/ }));
    await effort.type(page.getByLabel('House/flat and street'), 'B-402, Ganga Heights, NIBM Road');
    await effort.choose(page.getByLabel('Area', { exact: true }), 'Kondhwa');
    await expect(page.getByLabel('PIN'), 'comes with the area').toHaveValue('411048');
    await effort.press(page.getByRole('button', { name: /^Continue with/ }));
    await giveDetails(page, effort);
    await effort.press(page.getByRole('button', { name: 'Book for ₹1,699' }));
    await page.waitForURL('**/book-service#manage=*');
    expect({ ...effort }).toEqual({ presses: 9, typed: 4 });
  });
});

/** Counts what a customer does. Going into a field belongs to typing. */
class Effort {
  presses = 0;
  typed = 0;

  async press(control: Locator): Promise<void> {
    this.presses += 1;
    await control.click();
  }

  /** A list of the phone takes two presses: one opens it, one chooses. */
  async choose(list: Locator, label: string): Promise<void> {
    this.presses += 2;
    await list.selectOption({ label });
  }

  async type(field: Locator, text: string): Promise<void> {
    this.typed += 1;
    await field.fill(text);
  }
}

/** Chooses bike and service on the way from the home page to the first step that asks for something. */
async function fromHomeToBooking(page: Page, url: string, effort: Effort): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
  await effort.press(page.getByRole('button', { name: 'Classic 350', exact: true }));
  await effort.press(page.getByRole('button', { name: 'See prices for Classic 350' }));
  await effort.press(page.getByRole('link', { name: /General Service.*₹1,699/ }).first());
  await heading(page, /General Service for Classic 350/).waitFor();
  const book = page.getByRole('button', { name: 'Book a time' }).filter({ visible: true }).last();
  await waitForHydrationOf(book);
  await effort.press(book);
  await heading(page, 'Where and when?').waitFor();
}

async function giveDetails(page: Page, effort: Effort): Promise<void> {
  await heading(page, 'Your details').waitFor();
  await effort.type(page.getByLabel('Mobile', { exact: true }), '98220 12345');
  await effort.type(page.getByLabel('Name', { exact: true }), 'Ravi Deshpande');
  await effort.type(page.getByLabel('Number plate'), 'MH12ZZ0042');
}

async function speak(page: Page, title: string): Promise<string> {
  return `# ${title}\n${await page.locator('main').ariaSnapshot()}\n`;
}
