import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { answerBookingSteps, classicGeneralService, takeWarrantyAndBook } from '../book-by-page.ts';
import { accessibilityFaults, bringAxe } from '../check-accessibility.ts';
import { heading } from '../locators.ts';
import { desktop, openTestSite, phone } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { codeOn } from '../workshop.ts';

const site = await openTestSite();
after(() => site.close());

const payment = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true });

test('paid online: the time is kept, the demonstration takes the money, and the booking is confirmed', async () => {
  const { page, context, complaints } = await site.visit(phone);
  await bringAxe(context);
  const id = await bookAndPay(page, /Now by card/, '98220 70001');
  await heading(page, 'Almost booked: it is to be paid.').waitFor();
  await payment(page)
    .getByText(/Your time is kept for 1[45] minutes more/)
    .waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await payment(page).getByRole('button', { name: 'Pay ₹2,048 by card or net banking' }).click();
  await page.waitForURL('**/payments/v1/**');
  await page.getByText('Demo payment: no money moves').waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await heading(page, '₹2,048 paid').waitFor();
  await page.getByRole('button', { name: 'Back to your booking' }).click();
  await page.waitForURL('**/book-service#manage=*');
  await heading(page, /^Booked\. See you on/).waitFor();
  await payment(page).getByText('₹2,048 is paid.').first().waitFor();
  const [row] = await site.backend.sql`
    select b.status, p.captured_paise from service_bookings b join payments p on p.booking_id = b.id where b.id = ${id}`;
  assert.deepEqual({ ...row }, { status: 'confirmed', captured_paise: 204800 });
  assert.deepEqual(complaints, []);
});

test('a card that is refused leaves the booking as it was, to be paid after the service', async () => {
  const { page } = await site.visit(phone);
  await bookAndPay(page, /Now by card/, '98220 70002');
  await payment(page)
    .getByRole('button', { name: /by card or net banking/ })
    .click();
  await page.getByRole('button', { name: 'Card refused' }).click();
  await heading(page, 'The card was refused').waitFor();
  await page.getByRole('link', { name: 'Back to your booking' }).click();
  await page.waitForURL('**/book-service#manage=*');
  await payment(page)
    .getByText(/The last try did not go through/)
    .waitFor();
  await payment(page).getByRole('button', { name: 'Pay after the service instead' }).click();
  await heading(page, /^Booked\. See you on/).waitFor();
});

test('paid by UPI: the code and the reference, staff look, and the guest sees it; the invoice when it is done', async () => {
  const { page, context, complaints } = await site.visit(phone);
  await bringAxe(context);
  const id = await bookAndPay(page, /Now by UPI/, '98220 70003');
  await heading(page, /^Booked\. See you on/).waitFor();
  await payment(page)
    .getByRole('img', { name: /Code to pay ₹2,048/ })
    .waitFor();
  const link = await payment(page)
    .getByRole('link', { name: 'Open a UPI app', includeHidden: true })
    .getAttribute('href');
  assert.match(link ?? '', /^upi:\/\/pay\?pa=demo@example&.*am=2048\.00&cu=INR/);
  assert.deepEqual(await accessibilityFaults(page), []);
  await payment(page).getByRole('button', { name: 'I have paid' }).click();
  await payment(page).getByText('Payment claimed, verifying.').waitFor();

  const admin = await site.visit(desktop);
  await signInAsAdmin(admin.page, site);
  await admin.page.goto(`${site.url}/admin?booking=${id}`);
  const sheet = admin.page.getByRole('dialog', { name: `Booking ${id.slice(0, 8)}` });
  await sheet.getByText('Payment claimed, verifying').waitFor();
  await sheet.getByRole('button', { name: 'The UPI money is there' }).click();
  await sheet.getByRole('button', { name: 'The money is there' }).click();
  await sheet.getByText('₹2,048 by UPI is confirmed.').waitFor();

  await page.reload();
  await payment(page).getByText('₹2,048 is paid.').first().waitFor();
  await site.backend.sql`update service_bookings set status = 'ready' where id = ${id}`;
  await admin.page.reload();
  await sheet.getByRole('button', { name: 'Complete' }).click();
  await sheet.getByLabel('Handover code').fill(await codeOn(page));
  await sheet.getByRole('button', { name: 'Complete' }).click();
  await sheet.getByText(/is done, ₹2,048\./).waitFor();

  await page.reload();
  await page.getByRole('button', { name: 'Invoice' }).click();
  const invoice = page.getByRole('region', { name: /^Invoice TS\/\d\d-\d\d\/\d{6}$/ });
  await invoice.getByText('₹1,735.59').waitFor();
  await invoice.getByText('Rupees two thousand forty-eight only').waitFor();
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(complaints, []);
});

/** Books as a guest at the gate, and chooses how to pay. @returns the id */
async function bookAndPay(page: Page, how: RegExp, number: string): Promise<string> {
  await page.goto(site.url + classicGeneralService);
  await takeWarrantyAndBook(page);
  await answerBookingSteps(page, { name: 'Sunita Pawar', phone: number });
  await page.getByRole('radio', { name: how }).check();
  const answered = page.waitForResponse((response) => response.url().endsWith('/rpc/create_booking'));
  await page.getByRole('button', { name: 'Book and pay ₹2,048' }).click();
  const { id } = (await (await answered).json()) as { id: string };
  await page.waitForURL('**/book-service#manage=*');
  return id;
}
