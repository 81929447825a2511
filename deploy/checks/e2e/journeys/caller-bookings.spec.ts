import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../check-accessibility.ts';
import { expect, test } from '../fixtures/test.ts';
import { desktop, type TestSite, type Visitor } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { bookByCall } from '../book-by-call.ts';

/** Presses of keys, and whether the focus was ever lost on the way. */
class Keys {
  presses = 0;
  lost = 0;
  constructor(private readonly page: Page) {}

  async press(key: string): Promise<void> {
    this.presses += key.includes('+') ? 2 : 1;
    await this.page.keyboard.press(key);
    if (await this.page.evaluate(() => document.activeElement === document.body)) this.lost += 1;
  }

  /** Tab until a control of this name has the focus. */
  async tabTo(name: RegExp): Promise<void> {
    for (let tries = 0; tries < 20; tries += 1) {
      if (name.test(await this.focused())) return;
      await this.press('Tab');
    }
    throw new Error(`No ${name}; the focus is on ${await this.focused()}`);
  }

  private focused(): Promise<string> {
    return this.page.evaluate(() => {
      const { activeElement: element } = document;
      if (!element) return '';
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
      return element.getAttribute('aria-label') ?? label ?? '';
    });
  }
}

test.describe('booking for a caller', { tag: ['@admin'] }, () => {
  test(
    'a known caller is booked in at most 45 key presses besides the number and the complaint, with no pointer, and the focus is never lost',
    { tag: '@flow' },
    async ({ site }) => {
      const { page, complaints } = await openBoard(site, '+919822054399');
      const keys = new Keys(page);

      keys.presses += 1;
      await page.keyboard.press('b');
      await expect(page.getByRole('textbox', { name: /Phone/ })).toBeFocused();
      await page.keyboard.type('9822054399');
      await page.getByRole('heading', { name: 'Meera Joshi' }).waitFor();
      await keys.tabTo(/A job, or what is wrong/);
      await page.keyboard.type('brake noise when it rains');
      await expect(page.getByRole('radio', { name: /Brake Service/ })).toBeChecked();
      await page
        .getByRole('button', { name: /of \d free/ })
        .first()
        .waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await keys.tabTo(/of \d free/);
      await keys.press('Enter');
      await page.getByText('is held while you talk.').waitFor();
      await page.getByText(/“Meera Joshi: Royal Enfield Classic 350, 1234\. Brake Service/).waitFor();
      await keys.press('Control+Enter');
      await page.getByText(/^Booked, No\./).waitFor();

      expect(keys.presses).toBeLessThanOrEqual(45);
      expect(keys.lost).toBe(0);
      const [row] = await site.backend.sql<{ user_id: string | null; origin: string; notes: string; held: number }[]>`
      select user_id, origin, notes,
        (select count(*)::int from private.slot_holds where staff_id is not null and ended is null) as held
      from service_bookings where phone = '+919822054399' and origin <> 'web'`;
      expect({ ...row }).toEqual({ user_id: null, origin: 'phone', notes: 'brake noise when it rains', held: 0 });
      const own = await site.backend.sql<{ code: string }[]>`
      select h.code from private.handover_codes h join service_bookings b on b.id = h.booking_id where b.origin = 'phone'`;
      await page.getByRole('link', { name: 'Open the booking' }).click();
      const sheet = page.getByRole('dialog', { name: /^Booking/ });
      await sheet.getByText('Meera Joshi').first().waitFor();
      expect(await sheet.textContent()).not.toContain(own[0]!.code);
      expect(complaints).toEqual([]);
    },
  );

  test(
    'the search finds a customer by the end of the phone, and books for them',
    { tag: '@flow' },
    async ({ site }) => {
      const { page, complaints } = await openBoard(site, '+919822054377');
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Name, number, phone or plate' }).waitFor();
      await page.keyboard.type('054377');
      await page.getByText('Book for Meera Joshi').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: /Phone/ })).toHaveValue('+919822054377');
      await page.getByRole('heading', { name: 'Meera Joshi' }).waitFor();
      expect(complaints).toEqual([]);
    },
  );

  test('a held time is free again once the page is left', { tag: '@flow' }, async ({ site }) => {
    const { page } = await site.visit(desktop);
    await signInAsAdmin(page, site);
    await page.goto(`${site.url}/admin?view=caller`);
    await page.getByRole('textbox', { name: /Phone/ }).fill('9822054311');
    await page.getByRole('combobox', { name: 'Brand or model' }).fill('activa 6g');
    await page.getByRole('option', { name: /Activa 6G/ }).click();
    await page.getByLabel('A job, or what is wrong').fill('oil');
    const held = async (): Promise<number> => {
      const [row] = await site.backend.sql<{ count: number }[]>`
        select count(*)::int from private.slot_holds where staff_id is not null and ended is null`;
      return row!.count;
    };
    await page
      .getByRole('button', { name: /of \d free/ })
      .first()
      .click();
    await page.getByText('is held while you talk.').waitFor();
    expect(await held()).toBe(1);
    await page.getByRole('link', { name: 'Back to the day, nothing is lost' }).click();
    await expect.poll(held).toBe(0);
  });

  test(
    'staff open the invoice of a booking from its sheet, and it prints without the rest of the page',
    { tag: '@flow' },
    async ({ site }) => {
      const { id } = await bookByCall(site);
      await site.backend.sql`update service_bookings set status = 'completed', mechanic = 'Sagar' where id = ${id}`;
      const { page, complaints } = await site.visit(desktop);
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?booking=${id}`);
      await page.getByRole('link', { name: 'Invoice', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: /^Invoice TS\// }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('navigation', { name: 'Workshop' })).toBeHidden();
      await expect(page.getByText('₹1,699').first()).toBeVisible();
      await page.emulateMedia({ media: 'screen' });
      await page.getByRole('link', { name: 'Back to the booking' }).click();
      await page.getByRole('dialog', { name: /^Booking/ }).waitFor();
      expect(complaints).toEqual([]);
    },
  );
});

/** Opens the board for the desk. @param caller the number that Meera Joshi has booked with */
async function openBoard(site: TestSite, caller: string): Promise<Visitor> {
  await bookByCall(site, { mode: 'doorstep', guest: caller });
  const desk = await site.visit(desktop);
  await signInAsAdmin(desk.page, site);
  await desk.page.goto(`${site.url}/admin`);
  await desk.page.getByRole('region', { name: 'Board of the day' }).waitFor();
  return desk;
}
