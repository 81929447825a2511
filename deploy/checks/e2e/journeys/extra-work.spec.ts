import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { poll } from '../../../backend/testing/poll.ts';
import { bookByCall } from '../book-by-call.ts';
import { accessibilityViolations } from '../check-accessibility.ts';
import { heading, pressInFoot, toast } from '../locators.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { newCustomer, signInAsAdmin, signUpByCall } from '../sign-in.ts';
import { codeOn, tickJobCard } from '../workshop.ts';
import { expect, test } from '../fixtures/test.ts';

const battery = { name: 'New battery', reason: 'It holds no charge', price: 1450, minutes: 20 };
const lever = { name: 'Clutch lever', reason: 'Bent by a fall', price: 380, minutes: 15 };
const tyre = { name: 'Rear tyre', reason: 'Worn to the mark', price: 2600, minutes: 40 };

test.describe('extra work', { tag: ['@cart', '@account', '@admin', '@flow'] }, () => {
  test('extra work within the limit is done, the rest needs approval, and the bill has what was approved', async ({
    site,
  }) => {
    const admin = await site.visit(phone);
    await signInAsAdmin(admin.page, site);
    const owner = await site.visit(phone);
    const { access_token: accessToken } = await signUpByCall(owner.page, site, newCustomer());
    const { id, number, manage_token: token } = await bookByCall(site, { approvalLimit: 500, accessToken });
    await site.backend
      .sql`update service_bookings set status = 'inspecting', mechanic = 'Ganesh Shinde', booking_date = private.today()
      where id = ${id}`;
    const guest = await site.visit(phone);
    await guest.page.goto(`${site.url}/book-service#manage=${token}`);
    await expect(guest.page.getByText(number).first()).toBeVisible();
    await owner.page.goto(`${site.url}/my-bookings`);
    await expect(owner.page.getByText(number).first()).toBeVisible();
    await expect(owner.page.getByText(/^Live, updated/)).toBeVisible();
    // A reload would remove this mark.
    await owner.page.evaluate(() => (document.documentElement.dataset.stays = 'yes'));

    await admin.page.goto(`${site.url}/admin?booking=${id}`);
    const sheet = admin.page.getByRole('dialog', { name: `Booking ${number}` });
    await propose(sheet, lever);
    await expect(lineOf(sheet, lever).getByText('Within the limit')).toBeVisible();
    expect(await statusOf(site, id), 'work within the limit needs no approval').toBe('inspecting');
    await propose(sheet, battery);
    await expect(lineOf(sheet, battery).getByText('Yes or no?')).toBeVisible();
    expect(await statusOf(site, id)).toBe('awaiting_approval');
    expect(await sheet.getByRole('button', { name: 'Start the work' }).count(), 'the work waits').toBe(0);

    // The owner's page is notified. The page of the link asks every 15 s: a reload asks at once.
    const live = question(owner.page);
    await expect(live.getByRole('button', { name: 'Yes, do it: New battery for ₹1,450' })).toBeVisible();
    await expect(lineOf(extraWork(owner.page), lever).getByText('Within the limit')).toBeVisible();
    await expect(sheet.getByText(/^Sent .*, seen /)).toBeVisible();
    await guest.page.reload();
    const asked = question(guest.page);
    await expect(heading(guest.page, 'Ganesh needs your answer')).toBeVisible();
    await expect(guest.page).toHaveTitle('(1) Your answer, Twostroke');
    await expect(asked.getByText('It holds no charge')).toBeVisible();
    await expect(asked.getByText('Then ₹3,529 in all, 20 min longer.')).toBeVisible();
    await expect(asked.getByText('Allowed without asking: ₹500, used: ₹380.')).toBeVisible();
    const yes = asked.getByRole('button', { name: 'Yes, do it: New battery for ₹1,450' });
    const no = asked.getByRole('button', { name: 'No, leave it: New battery' });
    for (const answer of [yes, no]) await expect(answer, 'without scrolling').toBeInViewport({ ratio: 1 });
    expect(await guest.page.evaluate(() => window.scrollY)).toBe(0);
    const [yesBox, noBox] = [await yes.boundingBox(), await no.boundingBox()];
    expect([noBox?.width, noBox?.height], 'both answers have the same size').toEqual([yesBox?.width, yesBox?.height]);
    expect(yesBox?.height).toBeGreaterThanOrEqual(52);
    await yes.click();
    await expect(toast(guest.page, 'Approved: New battery, ₹1,450')).toBeInViewport();
    await expect(lineOf(extraWork(guest.page), battery).getByText('Approved')).toBeVisible();
    for (const { page } of [guest, owner]) {
      await expect(page.getByRole('region', { name: 'Payment' })).toContainText('To pay after: ₹3,529.');
      await expect(page.getByText('Total, GST included').locator('..').getByText('₹3,529')).toBeVisible();
    }
    await expect(lineOf(sheet, battery).getByText('Approved')).toBeVisible();
    await expect(lineOf(extraWork(owner.page), battery).getByText('Approved')).toBeVisible();

    await propose(sheet, tyre);
    await live.getByRole('button', { name: 'No, leave it: Rear tyre' }).click();
    await expect(lineOf(extraWork(owner.page), tyre).getByText('Declined')).toBeVisible();
    await expect(lineOf(sheet, tyre).getByText('Declined')).toBeVisible();
    // A thumb on the wrong button is put right on the same page, and the desk sees it.
    await extraWork(owner.page).getByRole('button', { name: 'Change the answer: Rear tyre' }).click();
    await extraWork(owner.page).getByRole('button', { name: 'Later: Rear tyre' }).click();
    await expect(lineOf(extraWork(owner.page), tyre).getByText('Later')).toBeVisible();
    await expect(lineOf(sheet, tyre).getByText('Later')).toBeVisible();
    expect(await owner.page.evaluate(() => document.documentElement.dataset.stays), 'it was not reloaded').toBe('yes');
    const lines = await site.backend.sql`
    select name, price, status, decided_by from extra_work where booking_id = ${id} order by position`;
    expect(lines.map((line) => ({ ...line }))).toEqual([
      { name: 'Clutch lever', price: 380, status: 'approved', decided_by: 'limit' },
      { name: 'New battery', price: 1450, status: 'approved', decided_by: 'customer' },
      { name: 'Rear tyre', price: 2600, status: 'later', decided_by: 'customer' },
    ]);

    await step(sheet, 'Start the work', 'In service');
    await tickJobCard(sheet);
    await step(sheet, 'Work done, check it', 'Quality check');
    await sheet.getByRole('button', { name: 'Ready', exact: true }).click();
    await sheet.getByLabel('Brand of the oil').fill('Motul');
    await sheet.getByLabel('Why points were left out').fill('Only the fall was looked at');
    await sheet.getByRole('button', { name: 'Ready', exact: true }).click();
    await expect(sheet.getByText(': Ready')).toBeVisible();
    await sheet.getByRole('button', { name: 'Complete' }).click();
    await expect(
      sheet.getByText(/At most ₹3,529, as agreed: the estimate of ₹1,699 and ₹1,830 of extra work/),
    ).toBeVisible();
    expect(await sheet.getByLabel('Bill in rupees').inputValue()).toBe('3529');
    await sheet.getByLabel('Handover code').fill(await codeOn(guest.page));
    await sheet.getByRole('button', { name: 'Complete' }).click();
    await expect(sheet.getByText('is done, ₹3,529')).toBeVisible();

    await comeBack(guest.page);
    await guest.page.getByText('What was done').click();
    await expect(guest.page.getByRole('heading', { name: 'Extra work', level: 3 })).toBeVisible();
    expect(await accessibilityViolations(guest.page), 'what was done').toEqual([]);
    expect(await guest.page.getByRole('region', { name: 'Handover code' }).count()).toBe(0);
    const told = await poll('the SMS with the invoice', async () =>
      site.sms.find(({ template, text }) => template === 'invoice' && text.includes(number)),
    );
    await guest.page.goto(/https?:\S+&invoice/.exec(told.text)?.[0] ?? '');
    await guest.page.getByRole('button', { name: 'Confirm and open the booking' }).click();
    const invoice = guest.page.getByRole('table', { name: 'Lines' });
    await expect(invoice.getByRole('rowheader').first()).toBeVisible();
    expect(await invoice.getByRole('rowheader').allInnerTexts()).toEqual([
      'General Service',
      'Clutch lever',
      'New battery',
      'Engine oil, Motul 15W-50 MA2, included',
      'Rear tyre (declined)',
      'Total',
    ]);
    await expect(guest.page.getByText('₹3,529').first()).toBeVisible();
    const [pdf] = await Promise.all([
      guest.page.waitForEvent('download'),
      guest.page.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect(readFileSync(await pdf.path(), 'latin1').startsWith('%PDF-')).toBe(true);
    const figures = await invoice
      .locator('td')
      .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(
      figures.every((over) => over <= 0),
      `no figure overflows its line: ${figures.join(' ')}`,
    ).toBeTruthy();
    const [issued] = await site.backend
      .sql`select data -> 'lines' as lines, total from invoices where booking_id = ${id}`;
    expect(issued?.total).toBe(3529);
    expect((issued!.lines as { total_paise: number }[]).map(({ total_paise }) => total_paise)).toEqual([
      1699_00, 380_00, 1450_00, 0, 0,
    ]);
    await expect(owner.page.getByText(`Booking ${number}: Completed`)).toBeAttached();
    expect([...admin.complaints, ...owner.complaints, ...guest.complaints]).toEqual([]);
  });
});

async function step(sheet: Locator, button: string, state: string): Promise<void> {
  await sheet.getByRole('button', { name: button, exact: true }).click();
  await expect(sheet.getByText(`: ${state}`)).toBeVisible();
}

async function propose(sheet: Locator, work: typeof battery): Promise<void> {
  await pressInFoot(sheet.page(), 'Propose extra work');
  await sheet.getByLabel('Work', { exact: true }).fill(work.name);
  await sheet.getByLabel('Why, for the customer').fill(work.reason);
  await sheet.getByLabel('Price (₹)').fill(String(work.price));
  await sheet.getByLabel('Minutes').fill(String(work.minutes));
  await sheet.getByRole('button', { name: 'Propose it' }).click();
  await expect(sheet.getByText(`${work.name} is proposed for`)).toBeVisible();
}

/** The question that comes first on the page. */
function question(at: Page): Locator {
  return at.getByRole('region', { name: /needs? your answer$/ });
}

/** Lines that are answered. */
function extraWork(at: Page): Locator {
  return at.getByRole('region', { name: 'Extra work' });
}

/** The line of extra work with its mark. */
function lineOf(at: Locator, { name }: { name: string }): Locator {
  return at.locator('b', { hasText: name }).locator('..');
}

/** Switches back to the tab: headless Chromium does not fire this event. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

async function statusOf(site: TestSite, id: string): Promise<unknown> {
  const [row] = await site.backend.sql`select status from service_bookings where id = ${id}`;
  return row?.status;
}
