import type { Page } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { answerBookingSteps, classicGeneralService, takeWarrantyAndBook } from '../book-by-page.ts';
import { heading, toast } from '../locators.ts';
import { desktop, phone, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { codeOn } from '../workshop.ts';
import { expect, test } from '../fixtures/test.ts';

const payment = (page: Page) => page.getByRole('region', { name: 'Payment', exact: true });

test.describe('payments', { tag: ['@cart', '@admin'] }, () => {
  test('paid online: the time is held, the demo gateway captures the payment, and the booking is confirmed', async ({
    site,
  }) => {
    const { page, complaints } = await site.visit(phone);
    const id = await bookAndPay(site, page, /Now by card/, '98220 70001');
    await expect(heading(page, 'Pay to confirm your booking')).toBeVisible();
    await expect(payment(page).getByText(/Your time is kept for 1[45] minutes more/)).toBeVisible();
    await payment(page).getByRole('button', { name: 'Pay ₹2,048 by card or net banking' }).click();
    await page.waitForURL('**/payments/v1/**');
    await expect(page.getByText('Demo payment: no money moves')).toBeVisible();
    await page.getByRole('button', { name: /^Pay ₹[\d,]+$/ }).click();
    await expect(heading(page, '₹2,048 paid')).toBeVisible();
    await page.getByRole('button', { name: 'Back to your booking' }).click();
    await page.waitForURL('**/book-service#manage=*');
    await expect(heading(page, /^Booked\. See you on/)).toBeVisible();
    await expect(toast(page, '₹2,048 is paid')).toBeVisible();
    await expect(payment(page).getByText('₹2,048 is paid.').first()).toBeVisible();
    const [row] = await site.backend.sql`
    select b.status, p.captured_paise from service_bookings b join payments p on p.booking_id = b.id where b.id = ${id}`;
    expect({ ...row }).toEqual({ status: 'confirmed', captured_paise: 204800 });
    expect(complaints).toEqual([]);
  });

  test('a declined card leaves the booking unchanged, to be paid after the service', async ({ site }) => {
    const { page } = await site.visit(phone);
    const { manage_token: token } = await bookByCall(site, { payBy: 'online' });
    await page.goto(`${site.url}/book-service#manage=${token}`);
    await payment(page)
      .getByRole('button', { name: /by card or net banking/ })
      .click();
    await page.getByRole('button', { name: 'Card refused' }).click();
    await expect(heading(page, 'The card was refused')).toBeVisible();
    await page.getByRole('link', { name: 'Back to your booking' }).click();
    await page.waitForURL('**/book-service#manage=*');
    await expect(payment(page).getByText(/The last try did not go through/)).toBeVisible();
    await payment(page).getByRole('button', { name: 'Pay after the service instead' }).click();
    await expect(heading(page, /^Booked\. See you on/)).toBeVisible();
  });

  test(
    'paid by UPI: code and reference, staff confirm it, the guest sees it; the invoice after completion',
    { tag: '@flow' },
    async ({ site }) => {
      const { page, complaints } = await site.visit(phone);
      const id = await bookAndPay(site, page, /Now by UPI/, '98220 70003');
      await expect(heading(page, /^Booked\. See you on/)).toBeVisible();
      await expect(payment(page).getByRole('img', { name: /Code to pay ₹2,048/ })).toBeVisible();
      const link = await payment(page)
        .getByRole('link', { name: 'Open a UPI app', includeHidden: true })
        .getAttribute('href');
      expect(link ?? '').toMatch(/^upi:\/\/pay\?pa=demo@example&.*am=2048\.00&cu=INR/);
      await payment(page).getByRole('button', { name: 'I have paid' }).click();
      await expect(payment(page).getByText('Payment claimed, verifying.')).toBeVisible();

      const admin = await site.visit(desktop);
      await signInAsAdmin(admin.page, site);
      await admin.page.goto(`${site.url}/admin?booking=${id}`);
      const sheet = admin.page.getByRole('dialog', { name: `Booking ${id.slice(0, 8)}` });
      await expect(sheet.getByText('Payment claimed, verifying')).toBeVisible();
      await sheet.getByRole('button', { name: 'The UPI money is there' }).click();
      await sheet.getByRole('button', { name: 'The money is there' }).click();
      await expect(toast(admin.page, '₹2,048 by UPI is confirmed')).toBeVisible();

      await page.reload();
      await expect(payment(page).getByText('₹2,048 is paid.').first()).toBeVisible();
      await site.backend
        .sql`update service_bookings set status = 'ready', booking_date = private.today() where id = ${id}`;
      await admin.page.reload();
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await sheet.getByLabel('Handover code').fill(await codeOn(page));
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await expect(toast(admin.page, 'is done, ₹2,048')).toBeVisible();

      await page.reload();
      await page.getByRole('button', { name: 'Invoice' }).click();
      const invoice = page.getByRole('region', { name: /^Invoice TS\/\d\d-\d\d\/\d{6}$/ });
      await expect(invoice.getByText('₹1,735.60')).toBeVisible();
      await expect(invoice.getByText('Rupees two thousand forty-eight only')).toBeVisible();
      expect(complaints).toEqual([]);
    },
  );
  test(
    'paid at the counter: part in cash, the rest by card with its approval code; the customer and the invoice say so',
    { tag: '@flow' },
    async ({ site }) => {
      const { page, complaints } = await site.visit(phone);
      const { id, number, manage_token: token } = await bookByCall(site);
      await site.backend
        .sql`update service_bookings set status = 'ready', booking_date = private.today() where id = ${id}`;
      await page.goto(`${site.url}/book-service#manage=${token}`);
      const code = await codeOn(page);

      const admin = await site.visit(desktop);
      await signInAsAdmin(admin.page, site);
      await admin.page.goto(`${site.url}/admin?booking=${id}`);
      const sheet = admin.page.getByRole('dialog', { name: `Booking ${number}` });
      await sheet.getByRole('button', { name: 'Cash received' }).click();
      await sheet.getByLabel('Cash in rupees').fill('700');
      await sheet.getByRole('button', { name: 'Cash received' }).click();
      await expect(toast(admin.page, `₹700 in cash for booking ${number}`)).toBeVisible();
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await sheet.getByLabel('Handover code').fill(code);
      await sheet.getByRole('button', { name: 'Complete' }).click();
      await expect(toast(admin.page, 'is done, ₹1,699')).toBeVisible();

      await sheet.getByRole('button', { name: 'Card received' }).click();
      await expect(sheet.getByLabel('Charged in rupees')).toHaveValue('999');
      await sheet.getByLabel('Approval code').fill('4111 1111 1111 1111');
      await sheet.getByRole('button', { name: 'Card received' }).click();
      await expect(sheet.getByText(/^This looks like a card number/)).toBeVisible();
      await sheet.getByLabel('Approval code').fill('00471b');
      await sheet.getByRole('button', { name: 'Card received' }).click();
      await expect(toast(admin.page, `₹999 by card for booking ${number}`)).toBeVisible();
      await expect(sheet.getByText(/^Card, ₹999, paid, .*, approval code 00471B$/)).toBeVisible();
      await expect(sheet.getByRole('button', { name: /^(Cash|Card) received/ })).toHaveCount(0);

      await page.reload();
      await expect(payment(page).getByText(/^Card, .*, approval code 00471B$/)).toBeVisible();
      await expect(payment(page).getByText('₹1,699 is paid.').first()).toBeVisible();
      await page.getByRole('button', { name: 'Invoice' }).click();
      await expect(page.getByText('Paid ₹1,699 in cash and by card')).toBeVisible();
      expect(complaints).toEqual([]);
    },
  );
});

/** Books as a guest at the gate, and chooses how to pay. @returns the id */
async function bookAndPay(site: TestSite, page: Page, how: RegExp, number: string): Promise<string> {
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
