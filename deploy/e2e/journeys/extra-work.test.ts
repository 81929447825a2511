import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { accessibilityFaults, bringAxe } from '../check-accessibility.ts';
import { openTestSite, phone, type Visitor } from '../open-test-site.ts';
import { newCustomer, signInAsAdmin, signUp } from '../sign-in.ts';
import { codeOn, tickJobCard } from '../workshop.ts';

const site = await openTestSite();
after(() => site.close());

const battery = { name: 'New battery', reason: 'It holds no charge', price: 1450, minutes: 20 };
const lever = { name: 'Clutch lever', reason: 'Bent by a fall', price: 380, minutes: 15 };
const tyre = { name: 'Rear tyre', reason: 'Worn to the mark', price: 2600, minutes: 40 };

test('extra work: what the limit covers is done, the rest is asked, and the bill has what was agreed', async () => {
  const admin = await visitWithAxe();
  await signInAsAdmin(admin.page, site);
  const owner = await visitWithAxe();
  const customer = newCustomer();
  await signUp(owner.page, site.url, customer);
  const accessToken = await accessTokenOf(customer);
  const { id, number, manage_token: token } = await bookByCall(site, { approvalLimit: 500, accessToken });
  const guest = await visitWithAxe();
  await guest.page.goto(`${site.url}/book-service#manage=${token}`);
  await guest.page.getByText(number).first().waitFor();
  await owner.page.goto(`${site.url}/my-bookings`);
  await owner.page.getByText(number).first().waitFor();
  await owner.page.getByText(/^Live, updated/).waitFor();
  // What a reload would wipe away.
  await owner.page.evaluate(() => (document.documentElement.dataset.stays = 'yes'));

  await admin.page.goto(`${site.url}/admin?booking=${id}`);
  const sheet = admin.page.getByRole('dialog', { name: `Booking ${number}` });
  await sheet.getByRole('button', { name: 'Confirm and assign' }).click();
  await sheet.getByLabel('Mechanic').fill('Ganesh Shinde');
  await sheet.getByRole('button', { name: 'Confirm and assign' }).click();
  await sheet.getByText(`Booking ${number} is assigned to Ganesh Shinde`).waitFor();
  await step(sheet, 'Inspect', 'Inspecting');

  await propose(sheet, lever);
  await lineOf(sheet, lever).getByText('Within the limit').waitFor();
  assert.equal(await statusOf(id), 'inspecting', 'nobody is asked for what is within the limit');
  await propose(sheet, battery);
  await lineOf(sheet, battery).getByText('Yes or no?').waitFor();
  assert.equal(await statusOf(id), 'awaiting_approval');
  assert.equal(await sheet.getByRole('button', { name: 'Start the work' }).count(), 0, 'the work waits');
  assert.deepEqual(await accessibilityFaults(admin.page), [], 'the workshop');

  // The owner's page hears of it by itself, the page of the link when its visitor comes back to it.
  const live = extraWork(owner.page);
  await live.getByRole('button', { name: 'Yes, do it: New battery for ₹1,450' }).waitFor();
  await lineOf(live, lever).getByText('Within the limit').waitFor();
  assert.deepEqual(await accessibilityFaults(owner.page), [], 'the question at My bookings');
  assert.equal(await extraWork(guest.page).count(), 0);
  await comeBack(guest.page);
  const asked = extraWork(guest.page);
  await asked.getByText('It holds no charge, 20 min').waitFor();
  await asked.getByText('Allowed without asking: ₹500, used: ₹380.').waitFor();
  assert.deepEqual(await accessibilityFaults(guest.page), [], 'the question at the link');
  await asked.getByRole('button', { name: 'Yes, do it: New battery for ₹1,450' }).click();
  await lineOf(asked, battery).getByText('Approved').waitFor();
  for (const { page } of [guest, owner]) {
    await page.getByText(/^₹3,529 to pay/).waitFor();
    await page.getByText('Total, GST included').locator('..').getByText('₹3,529').waitFor();
  }
  await lineOf(sheet, battery).getByText('Approved').waitFor();
  await lineOf(live, battery).getByText('Approved').waitFor();

  await propose(sheet, tyre);
  await live.getByRole('button', { name: 'No, leave it: Rear tyre' }).click();
  await lineOf(live, tyre).getByText('Declined').waitFor();
  await lineOf(sheet, tyre).getByText('Declined').waitFor();
  assert.equal(await owner.page.evaluate(() => document.documentElement.dataset.stays), 'yes', 'it was not reloaded');
  const lines = await site.backend.sql`
    select name, price, status, decided_by from extra_work where booking_id = ${id} order by position`;
  assert.deepEqual(
    lines.map((line) => ({ ...line })),
    [
      { name: 'Clutch lever', price: 380, status: 'approved', decided_by: 'limit' },
      { name: 'New battery', price: 1450, status: 'approved', decided_by: 'customer' },
      { name: 'Rear tyre', price: 2600, status: 'declined', decided_by: 'customer' },
    ],
  );

  await step(sheet, 'Start the work', 'In service');
  assert.deepEqual(await accessibilityFaults(admin.page), [], 'the job card');
  await tickJobCard(sheet);
  await step(sheet, 'Work done, check it', 'Quality check');
  await step(sheet, 'Ready', 'Ready');
  await sheet.getByRole('button', { name: 'Complete' }).click();
  await sheet.getByText(/At most ₹3,529, as agreed: the estimate of ₹1,699 and ₹1,830 of extra work/).waitFor();
  assert.equal(await sheet.getByLabel('Bill in rupees').inputValue(), '3529');
  await sheet.getByLabel('Handover code').fill(await codeOn(guest.page));
  await sheet.getByRole('button', { name: 'Complete' }).click();
  await sheet.getByText('is done, ₹3,529').waitFor();

  await comeBack(guest.page);
  await guest.page.getByText('What was done').click();
  await guest.page.getByRole('heading', { name: 'Extra work', level: 3 }).waitFor();
  assert.deepEqual(await accessibilityFaults(guest.page), [], 'what was done');
  assert.equal(await guest.page.getByRole('region', { name: 'Handover code' }).count(), 0);
  await guest.page.getByRole('button', { name: 'Invoice' }).click();
  const invoice = guest.page.getByRole('group', { name: 'Lines' });
  await invoice.getByRole('heading').first().waitFor();
  assert.deepEqual(await invoice.getByRole('heading').allInnerTexts(), [
    'General Service',
    'Clutch lever',
    'New battery',
  ]);
  await guest.page.getByText('₹3,529').first().waitFor();
  const figures = await invoice.locator('dd').evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  assert.ok(
    figures.every((over) => over <= 0),
    `no figure sticks out of its line: ${figures.join(' ')}`,
  );
  assert.deepEqual(await accessibilityFaults(guest.page), [], 'the invoice');
  const [issued] = await site.backend
    .sql`select data -> 'lines' as lines, total from invoices where booking_id = ${id}`;
  assert.equal(issued?.total, 3529);
  assert.deepEqual(
    (issued.lines as { total_paise: number }[]).map(({ total_paise }) => total_paise),
    [1699_00, 380_00, 1450_00],
  );
  await owner.page.getByText(`Booking ${number}: Done`).waitFor({ state: 'attached' });
  assert.deepEqual([...admin.complaints, ...owner.complaints, ...guest.complaints], []);
});

async function visitWithAxe(): Promise<Visitor> {
  const visitor = await site.visit(phone);
  await bringAxe(visitor.context);
  return visitor;
}

/** Signs in by the call, as another device of the customer would. */
async function accessTokenOf({ email, password }: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: site.backend.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function step(sheet: Locator, button: string, state: string): Promise<void> {
  await sheet.getByRole('button', { name: button, exact: true }).click();
  await sheet.getByRole('button', { name: state, exact: true }).click();
  await sheet.getByText(`: ${state}.`).waitFor();
}

async function propose(sheet: Locator, work: typeof battery): Promise<void> {
  await sheet.getByRole('button', { name: 'Propose extra work' }).click();
  await sheet.getByLabel('Work', { exact: true }).fill(work.name);
  await sheet.getByLabel('Why, for the customer').fill(work.reason);
  await sheet.getByLabel('Price in rupees').fill(String(work.price));
  await sheet.getByLabel('Minutes').fill(String(work.minutes));
  await sheet.getByRole('button', { name: 'Propose it' }).click();
  await sheet.getByText(`${work.name} is proposed for`).waitFor();
}

function extraWork(at: Page): Locator {
  return at.getByRole('region', { name: 'Extra work' });
}

/** The line of a piece of work with its mark. */
function lineOf(at: Locator, { name }: { name: string }): Locator {
  return at.locator('b', { hasText: name }).locator('..');
}

/** To the tab, from another one: what headless Chromium does not tell a page. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

async function statusOf(id: string): Promise<unknown> {
  const [row] = await site.backend.sql`select status from service_bookings where id = ${id}`;
  return row?.status;
}
