import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { bookAsGuest } from '../book-by-page.ts';
import { bookByCall } from '../book-by-call.ts';
import { joins } from '../joins.ts';
import { heading, toast } from '../locators.ts';
import { desktop, openTestSite, phone, type TestSite, type Visitor } from '../open-test-site.ts';
import { openPhoneLine } from '../phone-line.ts';
import { signIn, signInAsAdmin } from '../sign-in.ts';
import { until } from '../until.ts';
import { jobCard, tickJobCard } from '../workshop.ts';

const site = await openTestSite();
const line = await openPhoneLine(site.url);
after(async () => {
  await line.close();
  await site.close();
});

const alertTitle = 'New Booking Received!';

test('an admin anywhere on the site gets the alert within a second of the booking, and one log row', async () => {
  const admin = await adminAt(site);
  await admin.page.goto(`${site.url}/blog`);
  const secondTab = await admin.context.newPage();
  const joined = [joins(admin.page), joins(secondTab)];
  await admin.page.reload();
  await secondTab.goto(`${site.url}/faq`);
  await Promise.all(joined);

  const guest = await site.visit(phone);
  const { id, at } = await bookAsGuest(guest.page, site.url);
  const alert = toast(admin.page, alertTitle);
  await alert.waitFor();
  const delay = Date.now() - at;
  await alert.getByText(`Booking #${id.slice(0, 8)} - Total: ₹2048`, { exact: true }).waitFor();
  assert.ok(delay <= 1000, `the alert came ${delay} ms after the answer`);

  await toast(secondTab, alertTitle).waitFor();
  const rows = await until('the log row', async () => {
    const found = await logRows(id);
    return found.length > 0 && found;
  });
  assert.equal(rows.length, 1, 'two tabs write one row');
  const { user_id, created_at, id: rowId, ...row } = rows[0]!;
  assert.ok(user_id && created_at && rowId);
  const [booking] = await site.backend.sql`
    select booking_date::text, booking_time::text, vehicle_number from service_bookings where id = ${id}`;
  assert.deepEqual(row, {
    order_id: id,
    type: 'new_booking',
    title: alertTitle,
    body: `Booking #${id.slice(0, 8)} - Total: ₹2048`,
    data: { booking_id: id, ...booking, amount: 2048, url: `/admin?booking=${id}` },
  });
  assert.equal(await toast(guest.page, alertTitle).count(), 0, 'the guest is alerted of nothing');
  await admin.context.close();
});

test('the alert is gone after 5 seconds, and its booking stands on the board without a reload', async () => {
  const { page, context } = await adminAt(site);
  const joined = joins(page);
  await page.goto(`${site.url}/admin`);
  await heading(page).waitFor();
  await joined;
  const { id } = await bookByCall(site);
  const alert = toast(page, `#${id.slice(0, 8)}`);
  await alert.waitFor();
  const shown = Date.now();
  await page.locator(`main a[href*="booking=${id}"]`).first().waitFor();
  await alert.waitFor({ state: 'detached' });
  const seconds = (Date.now() - shown) / 1000;
  assert.ok(seconds > 4 && seconds < 7.5, `it was shown for ${seconds} s`);
  await context.close();
});

test('a booking made while the line was cut is alerted once when it is back', async () => {
  const { page, context } = await site.visit(desktop);
  await signIn(page, line.url, site.admin.email, site.admin.password);
  const joined = joins(page);
  await page.goto(`${line.url}/faq`);
  await joined;
  await context.setOffline(true);
  line.cut();
  const { id } = await bookByCall(site);
  assert.equal(await toast(page, alertTitle).count(), 0);
  line.mend();
  await context.setOffline(false);
  const alert = toast(page, `#${id.slice(0, 8)}`);
  await alert.waitFor({ timeout: 30_000 });
  assert.equal(await alert.count(), 1);
  await until('the log row', async () => (await logRows(id)).length === 1);

  const second = await bookByCall(site);
  await toast(page, `#${second.id.slice(0, 8)}`).waitFor();
  assert.ok((await alert.count()) <= 1, 'the missed one is not told again');
  const again = joins(page);
  await page.reload();
  await again;
  const third = await bookByCall(site);
  await toast(page, `#${third.id.slice(0, 8)}`).waitFor();
  assert.equal(await alert.count(), 0, 'nor after a reload');
  await context.close();
});

test('an admin assigns, completes and cancels bookings, and the database follows', async () => {
  const { page, context } = await adminAt(site);
  const { id } = await bookByCall(site);
  await page.goto(`${site.url}/admin?booking=${id}`);
  const sheet = sheetOf(page, id);
  await sheet.getByText('Meera Joshi').waitFor();
  await sheet.getByText('₹1,699').first().waitFor();
  await sheet.getByRole('button', { name: 'Confirm and assign' }).click();
  await sheet.getByLabel('Mechanic').fill('Ganesh Shinde');
  await sheet.getByRole('button', { name: 'Confirm and assign' }).click();
  await sheet.getByText(`Booking ${id.slice(0, 8)} is assigned to Ganesh Shinde`).waitFor();
  const go = async (step: string, state: string): Promise<void> => {
    await sheet.getByRole('button', { name: step, exact: true }).click();
    await sheet.getByRole('button', { name: state, exact: true }).click();
    await sheet.getByText(`Booking ${id.slice(0, 8)}: ${state}.`).waitFor();
  };
  await go('Inspect', 'Inspecting');
  await sheet.getByRole('button', { name: 'Propose extra work' }).click();
  await sheet.getByLabel('Work', { exact: true }).fill('Brake pads');
  await sheet.getByLabel('Why, for the customer').fill('Worn to 1 mm');
  await sheet.getByLabel('Price in rupees').fill('150');
  await sheet.getByRole('button', { name: 'Propose it' }).click();
  await sheet.getByRole('button', { name: 'Yes, do it: Brake pads for ₹150' }).click();
  await go('Start the work', 'In service');
  await sheet.getByRole('button', { name: 'Work done, check it', exact: true }).click();
  await sheet.getByRole('button', { name: 'Quality check', exact: true }).click();
  await sheet.getByText('26 lines of the job card are not ticked yet.').waitFor();
  await sheet.getByRole('button', { name: 'Back', exact: true }).click();
  await tickAllButOne(sheet);
  await go('Work done, check it', 'Quality check');
  await go('Ready', 'Ready');
  await sheet.getByRole('button', { name: 'Complete' }).click();
  const [row] = await site.backend.sql<{ code: string }[]>`
    select code from private.handover_codes where booking_id = ${id}`;
  const code = row?.code ?? '';
  await sheet.getByLabel('Handover code').fill(code === '0000' ? '0001' : '0000');
  const bill = sheet.getByLabel('Bill in rupees');
  assert.equal(await bill.inputValue(), '1849');
  await bill.fill('1850');
  await sheet.getByRole('button', { name: 'Complete' }).click();
  await sheet.getByText('The customer has agreed to ₹1,849.').waitFor();
  await bill.fill('1849');
  await sheet.getByRole('button', { name: 'Complete' }).click();
  await sheet.getByText('This is not the code of this booking. 4 tries are left.').waitFor();
  await sheet.getByLabel('Handover code').fill(code);
  await sheet.getByRole('button', { name: 'Complete' }).click();
  await sheet.getByText('is done, ₹1,849').waitFor();
  const other = await bookByCall(site);
  await page.goto(`${site.url}/admin?booking=${other.id}`);
  await sheetOf(page, other.id).getByRole('button', { name: 'Cancel', exact: true }).click();
  await sheetOf(page, other.id).getByLabel('Whose reason').selectOption('weather');
  await sheetOf(page, other.id).getByLabel('Why, for the customer').fill('The road is flooded');
  await sheetOf(page, other.id).getByRole('button', { name: 'Cancel the booking' }).click();
  await sheetOf(page, other.id).getByText('is cancelled').waitFor();
  const rows = await site.backend.sql`
    select id, status, mechanic, final_price, cancel_reason from service_bookings where id in (${id}, ${other.id})`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })).sort((one) => (one.id === id ? -1 : 1)),
    [
      { id, status: 'completed', mechanic: 'Ganesh Shinde', final_price: 1849, cancel_reason: null },
      {
        id: other.id,
        status: 'cancelled',
        mechanic: null,
        final_price: null,
        cancel_reason: 'The road is flooded',
      },
    ],
  );
  const places = await site.backend.sql`select 1 from booking_places where booking_id = ${other.id}`;
  assert.equal(places.length, 0, 'a cancelled booking gives its place back');
  await context.close();
});

/** By keyboard, all of it but a line that this bike does not need. */
async function tickAllButOne(sheet: Locator): Promise<void> {
  const card = jobCard(sheet);
  const first = card.getByRole('checkbox').first();
  await first.focus();
  await first.press('Space');
  await card.getByText('1 of 26', { exact: true }).waitFor();
  await card.getByText('A line is not needed?').click();
  await card.getByLabel('Line', { exact: true }).selectOption({ index: 1 });
  await card.getByLabel('Why it is not needed').fill('Done last month');
  await card.getByRole('button', { name: 'Put the line aside' }).click();
  await card.getByText('Done last month').waitFor();
  await tickJobCard(sheet);
  await card.getByText('26 of 26', { exact: true }).waitFor();
}

function sheetOf(page: Page, bookingId: string): Locator {
  return page.getByRole('dialog', { name: `Booking ${bookingId.slice(0, 8)}` });
}

async function adminAt(at: TestSite): Promise<Visitor> {
  const visitor = await at.visit(desktop);
  await signInAsAdmin(visitor.page, at);
  return visitor;
}

function logRows(bookingId: string) {
  return site.backend.sql`select * from notification_logs where order_id = ${bookingId}`;
}
