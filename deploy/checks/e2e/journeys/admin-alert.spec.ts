import type { Locator, Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { waitForSubscription } from '../wait-for-subscription.ts';
import { hire } from '../hire.ts';
import { heading, toast } from '../locators.ts';
import { desktop, phone, type TestSite, type Visitor } from '../open-test-site.ts';
import { openPhoneLine } from '../phone-line.ts';
import { signIn, signInAsAdmin } from '../sign-in.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { checkIn, jobCard, tickJobCard } from '../workshop.ts';
import { expect, test } from '../fixtures/test.ts';
const alertTitle = 'New Booking Received!';

test.describe('the alert and the board of the workshop', { tag: '@admin' }, () => {
  test('an admin anywhere on the site gets the alert of a booking, and one log row', async ({ site }) => {
    const admin = await adminAt(site);
    await admin.page.goto(`${site.url}/blog`);
    const secondTab = await admin.context.newPage();
    const joined = [waitForSubscription(admin.page), waitForSubscription(secondTab)];
    await admin.page.reload();
    await secondTab.goto(`${site.url}/faq`);
    await Promise.all(joined);

    const guest = await site.visit(phone);
    await guest.page.goto(`${site.url}/faq`);
    const { id } = await bookByCall(site);
    const alert = toast(admin.page, alertTitle);
    // About 0.2 s after the answer; the limit leaves room for a busy machine.
    await expect(alert).toBeVisible({ timeout: 5000 });
    await expect(alert.getByText(`Booking #${id.slice(0, 8)} - Total: ₹1699`, { exact: true })).toBeVisible();

    await expect(toast(secondTab, alertTitle)).toBeVisible();
    const rows = await poll('the log row', async () => {
      const found = await logRows(site, id);
      return found.length > 0 && found;
    });
    expect(rows.length, 'two tabs write one row').toBe(1);
    const { user_id, created_at, id: rowId, ...row } = rows[0]!;
    expect(user_id && created_at && rowId).toBeTruthy();
    const [booking] = await site.backend.sql`
    select booking_date::text, booking_time::text, vehicle_number from service_bookings where id = ${id}`;
    expect(row).toEqual({
      order_id: id,
      type: 'new_booking',
      title: alertTitle,
      body: `Booking #${id.slice(0, 8)} - Total: ₹1699`,
      data: { booking_id: id, ...booking, amount: 1699, url: `/admin?booking=${id}` },
      read_at: null,
    });
    expect(await toast(guest.page, alertTitle).count(), 'the guest gets no alert').toBe(0);
    await admin.context.close();
  });

  test('the alert is gone after 5 seconds, and its booking is on the board without a reload', async ({ site }) => {
    const { page, context } = await adminAt(site);
    const joined = waitForSubscription(page);
    await page.goto(`${site.url}/admin`);
    await expect(heading(page)).toBeVisible();
    await joined;
    const { id } = await bookByCall(site);
    const alert = toast(page, `#${id.slice(0, 8)}`);
    await expect(alert).toBeVisible();
    const shown = Date.now();
    await expect(page.locator(`main a[href*="booking=${id}"]`).first()).toBeVisible();
    await expect(alert).not.toBeAttached();
    const seconds = (Date.now() - shown) / 1000;
    expect(seconds, 'seconds from when the test saw it').toBeGreaterThan(3);
    await context.close();
  });

  test('a booking made while the connection was lost is alerted once after the reconnect', async ({ site }) => {
    const line = await openPhoneLine(site.url);
    const { page, context } = await site.visit(desktop);
    await signIn(page, line.url, site.admin.email, site.admin.password);
    const joined = waitForSubscription(page);
    await page.goto(`${line.url}/faq`);
    await joined;
    await context.setOffline(true);
    line.cut();
    const { id } = await bookByCall(site);
    expect(await toast(page, alertTitle).count()).toBe(0);
    line.mend();
    await context.setOffline(false);
    const alert = toast(page, `#${id.slice(0, 8)}`);
    await expect(alert).toBeVisible({ timeout: 30_000 });
    expect(await alert.count()).toBe(1);
    await poll('the log row', async () => (await logRows(site, id)).length === 1);

    const second = await bookByCall(site);
    await expect(toast(page, `#${second.id.slice(0, 8)}`)).toBeVisible();
    expect(await alert.count(), 'the missed booking is not alerted again').toBeLessThanOrEqual(1);
    const again = waitForSubscription(page);
    await page.reload();
    await again;
    const third = await bookByCall(site);
    await expect(toast(page, `#${third.id.slice(0, 8)}`)).toBeVisible();
    expect(await alert.count(), 'nor after a reload').toBe(0);
    await context.close();
    await line.close();
  });

  test(
    'from the alert to done a job takes at most 13 presses, besides what is typed',
    { tag: '@flow' },
    async ({ site }) => {
      const { sql } = site.backend;
      await hire(site, 'Ganesh Shinde', 'mechanic');
      const { page, context, complaints } = await adminAt(site);
      const joined = waitForSubscription(page);
      await page.goto(`${site.url}/faq`);
      await joined;
      const { id } = await bookByCall(site);
      let presses = 0;
      const press = async (control: Locator): Promise<void> => {
        presses += 1;
        await control.click();
      };
      const button = (name: string | RegExp): Locator =>
        page.getByRole('button', { name, exact: typeof name === 'string' });
      await press(toast(page, `#${id.slice(0, 8)}`).getByRole('button', { name: 'Assign' }));
      await press(button('Ganesh Shinde'));
      await press(sheetOf(page, id).getByRole('link', { name: 'Check in' }));
      await page.getByLabel('Odometer (km)').fill('12450');
      await press(button('Check in, start inspection'));
      await press(button('Start the work'));
      const groups = button(/^Tick all/);
      await expect(groups).not.toHaveCount(0);
      while ((await groups.count()) > 0) await press(groups.first());
      await press(button('Work done, check it'));
      await page.getByLabel('Brand of the oil').fill('Motul');
      await page.getByLabel(/^Why \d+ points are not checked/).fill('The customer waits');
      await press(button('Ready'));
      await expect(heading(page, 'Finish')).toBeVisible();
      await sql`update service_bookings set booking_date = private.today() where id = ${id}`;
      const [row] = await sql<{ code: string }[]>`select code from private.handover_codes where booking_id = ${id}`;
      await page.keyboard.type(row!.code);
      await press(button(/^Hand over/));
      await expect(page.getByText('The bike is handed over.')).toBeVisible();
      await expect(page.getByText('All sent')).toBeVisible();
      expect(presses).toBeLessThanOrEqual(13);
      const [booking] = await sql`select status, mechanic from service_bookings where id = ${id}`;
      expect({ ...booking }).toEqual({ status: 'completed', mechanic: 'Ganesh Shinde' });
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  test(
    'an admin assigns, completes and cancels bookings, and the database follows',
    { tag: '@flow' },
    async ({ site }) => {
      const { page, context } = await adminAt(site);
      const { id } = await bookByCall(site);
      await page.goto(`${site.url}/admin?booking=${id}`);
      const sheet = sheetOf(page, id);
      await expect(sheet.getByText('Meera Joshi')).toBeVisible();
      await expect(sheet.getByText('₹1,699').first()).toBeVisible();
      await sheet.getByRole('button', { name: 'Confirm and assign' }).click();
      await sheet.getByLabel('Mechanic').fill('Ganesh Shinde');
      await sheet.getByRole('button', { name: 'Confirm and assign' }).click();
      await expect(sheet.getByText(`Booking ${id.slice(0, 8)} is assigned to Ganesh Shinde`)).toBeVisible();
      const go = async (step: string, state: string): Promise<void> => {
        await sheet.getByRole('button', { name: step, exact: true }).click();
        await expect(sheet.getByText(`Booking ${id.slice(0, 8)}: ${state}`)).toBeVisible();
      };
      await expect(sheet.getByRole('link', { name: 'Check in' })).toBeVisible();
      await checkIn(site, id);
      await page.reload();
      await go('Inspect', 'Inspecting');
      await sheet.getByRole('button', { name: 'Propose extra work' }).click();
      await sheet.getByLabel('Work', { exact: true }).fill('Brake pads');
      await sheet.getByLabel('Why, for the customer').fill('Worn to 1 mm');
      await sheet.getByLabel('Price (₹)').fill('150');
      await sheet.getByRole('button', { name: 'Propose it' }).click();
      await sheet.getByRole('button', { name: 'Yes, do it: Brake pads for ₹150' }).click();
      await go('Start the work', 'In service');
      await sheet.getByRole('button', { name: 'Work done, check it', exact: true }).click();
      await expect(sheet.getByText('26 lines of the job card are not ticked yet.')).toBeVisible();
      await tickAllButOne(sheet);
      await go('Work done, check it', 'Quality check');
      await site.backend.sql`
      update booking_inspection set state = 'ok', marked_at = now() where booking_id = ${id} and point <> 'chain'`;
      await page.reload();
      await sheet.getByRole('button', { name: 'Ready', exact: true }).click();
      await expect(sheet.getByText('1 point of the inspection is not checked.')).toBeVisible();
      await sheet.getByLabel('Brand of the oil').fill('Motul');
      await sheet.getByLabel('Why points were left out').fill('The chain was changed last week');
      await sheet.getByRole('button', { name: 'Ready', exact: true }).click();
      await expect(sheet.getByText(': Ready')).toBeVisible();
      await site.backend.sql`update service_bookings set booking_date = private.today() where id = ${id}`;
      await sheet.getByRole('button', { name: 'Complete' }).click();
      const [row] = await site.backend.sql<{ code: string }[]>`
    select code from private.handover_codes where booking_id = ${id}`;
      const code = row?.code ?? '';
      await sheet.getByLabel('Handover code').fill(code === '0000' ? '0001' : '0000');
      const bill = sheet.getByLabel('Bill in rupees');
      expect(await bill.inputValue()).toBe('1849');
      await bill.fill('1850');
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await expect(sheet.getByText('The customer has agreed to ₹1,849.')).toBeVisible();
      await bill.fill('1849');
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await expect(sheet.getByText('This is not the code of this booking. 4 tries are left.')).toBeVisible();
      await sheet.getByLabel('Handover code').fill(code);
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await expect(sheet.getByText('is done, ₹1,849')).toBeVisible();
      const other = await bookByCall(site);
      await page.goto(`${site.url}/admin?booking=${other.id}`);
      await sheetOf(page, other.id).getByRole('button', { name: 'Cancel', exact: true }).click();
      await sheetOf(page, other.id).getByLabel('Who caused the change').selectOption('weather');
      await sheetOf(page, other.id).getByLabel('Why, for the customer').fill('The road is flooded');
      await sheetOf(page, other.id).getByRole('button', { name: 'Cancel the booking' }).click();
      await expect(sheetOf(page, other.id).getByText('is cancelled')).toBeVisible();
      const rows = await site.backend.sql`
    select id, status, mechanic, final_price, cancel_reason from service_bookings where id in (${id}, ${other.id})`;
      expect(rows.map((row) => ({ ...row })).sort((one) => (one.id === id ? -1 : 1))).toEqual([
        { id, status: 'completed', mechanic: 'Ganesh Shinde', final_price: 1849, cancel_reason: null },
        {
          id: other.id,
          status: 'cancelled',
          mechanic: null,
          final_price: null,
          cancel_reason: 'The road is flooded',
        },
      ]);
      const places = await site.backend.sql`select 1 from booking_places where booking_id = ${other.id}`;
      expect(places.length, 'a cancelled booking releases its place').toBe(0);
      await context.close();
    },
  );
});

/** Ticks the job card by keyboard, except for a line that this bike does not need. */
async function tickAllButOne(sheet: Locator): Promise<void> {
  const card = jobCard(sheet);
  const first = card.getByRole('checkbox').first();
  await first.focus();
  await first.press('Space');
  await expect(card.getByText('1 of 26 done', { exact: true })).toBeVisible();
  await card.getByText('A line is not needed?').click();
  await card.getByLabel('Line', { exact: true }).selectOption({ index: 1 });
  await card.getByLabel('Why it is not needed').fill('Done last month');
  await card.getByRole('button', { name: 'Put the line aside' }).click();
  await expect(card.getByText('Done last month')).toBeVisible();
  await tickJobCard(sheet);
  await expect(card.getByText('26 of 26 done', { exact: true })).toBeVisible();
}

function sheetOf(page: Page, bookingId: string): Locator {
  return page.getByRole('dialog', { name: `Booking ${bookingId.slice(0, 8)}` });
}

async function adminAt(at: TestSite): Promise<Visitor> {
  const visitor = await at.visit(desktop);
  await signInAsAdmin(visitor.page, at);
  return visitor;
}

function logRows(site: TestSite, bookingId: string) {
  return site.backend.sql`select * from notification_logs where order_id = ${bookingId}`;
}
