import type { Locator, Page } from 'playwright-core';
import { heading } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { setClock } from '../shop-clock.ts';
import { waitForHydration, waitForHydrationOf } from '../wait-for-hydration.ts';
import { expect, test } from '../fixtures/test.ts';

/** A Monday morning: the first free window is the one after next. */
const at = '2026-12-14T08:00:00+05:30';

// What a screen reader finds on each page is in spoken/booking.txt. A change of the pages changes it:
// npm run e2e -- booking-effort --update-snapshots
test.describe('the effort of a booking', { tag: ['@catalog', '@cart'] }, () => {
  test('from home, a new guest books General Service at the workshop in 7 presses and 3 typed fields, and hears what the spoken script says', async ({
    site,
  }) => {
    await setClock(site, at);
    const { page, complaints } = await site.visit(phone);
    await page.clock.setFixedTime(new Date(at));
    const effort = new Effort();
    const spoken: string[] = [];
    await fromHomeToBooking(page, site.url, effort, async (title, part) => {
      // Asked for once the page stands; until then it is that of the document, which knows the real time, or an invisible one.
      await expect(part).toMatchAriaSnapshot('- paragraph: /Next free. today, 11 am/');
      spoken.push(await speak(part, title));
    });
    spoken.push(await speak(page.locator('main'), 'Place and time, at first'));

    await effort.press(page.getByRole('radio', { name: /At the workshop/ }));
    const days = (await page.getByRole('group', { name: 'Day', exact: true }).boundingBox())!;
    const windows = (await page.getByRole('group', { name: /, come between$/ }).boundingBox())!;
    const header = (await page.getByRole('banner').boundingBox())!;
    const both = windows.y + windows.height - days.y;
    expect(both, 'days and windows fit into one view').toBeLessThanOrEqual(phone.height - header.height);
    spoken.push(await speak(page.locator('main'), 'Place and time, at the workshop'));
    await effort.press(page.getByRole('button', { name: /^Continue with/ }));
    await giveDetails(page, effort);
    const book = page.getByRole('button', { name: 'Book for ₹1,699' });
    await book.waitFor();
    spoken.push(await speak(page.locator('main'), 'Your details'));
    await effort.press(book);
    await page.waitForURL('**/book-service#manage=*');
    await page.getByRole('button', { name: 'Move', exact: true }).waitFor();
    spoken.push(await speak(page.locator('main'), 'Booked'));

    expect({ ...effort }).toEqual({ presses: 7, typed: 3 });
    // Every booking has a number and a code of its own.
    const [, number = ''] = /No\. (\w{8})/.exec(spoken.at(-1)!) ?? [];
    const script = spoken
      .join('\n')
      .replaceAll(number, '7e57b00k')
      .replace(/\b\d \d \d \d\b/, '1 2 3 4');
    expect(script).toMatchSnapshot('booking.txt');
    expect(complaints).toEqual([]);
  });

  test('at the gate it takes the area and the address more', { tag: '@more' }, async ({ site }) => {
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

type OnPart = (title: string, part: Locator) => Promise<void>;

/** Chooses bike and service on the way from the home page to the first step that asks for something. */
async function fromHomeToBooking(page: Page, url: string, effort: Effort, onPart?: OnPart): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
  await onPart?.('Home, the first section', page.locator('main section').first());
  await effort.press(page.getByRole('button', { name: 'Classic 350', exact: true }));
  await effort.press(page.getByRole('button', { name: 'See prices for Classic 350' }));
  await effort.press(page.getByRole('link', { name: /General Service.*₹1,699/ }).first());
  await heading(page, /General Service for Classic 350/).waitFor();
  const book = page.getByRole('button', { name: 'Book a time' }).filter({ visible: true }).last();
  await waitForHydrationOf(book);
  await onPart?.('General Service for Classic 350', page.locator('main'));
  await effort.press(book);
  await heading(page, 'Where and when?').waitFor();
}

async function giveDetails(page: Page, effort: Effort): Promise<void> {
  await heading(page, 'Your details').waitFor();
  await effort.type(page.getByLabel('Mobile', { exact: true }), '98220 12345');
  await effort.type(page.getByLabel('Name', { exact: true }), 'Ravi Deshpande');
  await effort.type(page.getByLabel('Number plate'), 'MH12ZZ0042');
}

/** @returns what a screen reader finds in a part of a page */
async function speak(part: Locator, title: string): Promise<string> {
  return `# ${title}\n${await part.ariaSnapshot()}\n`;
}
