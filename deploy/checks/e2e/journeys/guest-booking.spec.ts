import {
  answerPlaceAndTime,
  chooseClassic350,
  confirmBooking,
  giveDetails,
  packageTotal,
  takeWarrantyAndBook,
} from '../book-by-page.ts';
import { heading } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('a guest books', { tag: ['@catalog', '@cart'] }, () => {
  test('a visitor finds a bike, books the first free window as a guest, and keeps the confirmed page', async ({
    site,
  }) => {
    const { page, requests, complaints } = await site.visit(phone);
    await page.goto(site.url);
    await chooseClassic350(page);
    const rate = page.getByRole('link', { name: /General Service.*₹1,699/ }).first();
    await rate.click();
    await page.waitForURL('**/services/royal-enfield/classic-350/general-service');
    await expect(page.getByText('₹1,699').first()).toBeVisible();
    await takeWarrantyAndBook(page);

    await page.waitForURL('**/book-service**');
    await expect(page.getByText(packageTotal).first()).toBeVisible();
    const ofAccount = () => requests.filter((address) => address.includes('/r/account/'));
    await answerPlaceAndTime(page);
    expect(ofAccount(), 'steps fetch no file of account until the details are complete').toEqual([]);
    await giveDetails(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
    await expect(page.getByText('₹1,735.60').or(page.getByText('₹156.20')).first()).toBeVisible();
    const { id, manage_token: token } = await confirmBooking(page);

    await page.waitForURL('**/book-service#manage=*');
    await expect(heading(page)).toBeVisible();
    await expect(page.getByText(id.slice(0, 8)).first()).toBeVisible();
    await expect(page.getByText(packageTotal).first()).toBeVisible();
    const title = await heading(page).innerText();
    await page.reload();
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText(id.slice(0, 8)).first()).toBeVisible();
    await expect(page.getByText(packageTotal).first()).toBeVisible();

    const [row] = await site.backend.sql`
    select estimated_price, customer_name, phone, mode, status, user_id from service_bookings where id = ${id}`;
    expect({ ...row }).toEqual({
      estimated_price: 2048,
      customer_name: 'Ravi Deshpande',
      phone: '+919822012345',
      mode: 'doorstep',
      status: 'confirmed',
      user_id: null,
    });

    const places = await site.backend.sql`select from booking_places where booking_id = ${id}`;
    expect(places.length, 'a job of two windows takes a place in both').toBe(2);

    expect(ofAccount(), 'account shows the booking').not.toEqual([]);
    expect(token.length, 'the booking has a token').toBeGreaterThanOrEqual(20);
    expect(
      requests.filter((address) => address.split('#')[0]!.includes(token)),
      'no requested address contains the token',
    ).toEqual([]);
    expect(
      requests.filter((address) => address.includes('/r/admin/')),
      'no admin file',
    ).toEqual([]);
    expect(await scriptsWith(requests, 'GoTrueClient'), 'no supabase-js for a visitor').toEqual([]);
    expect(complaints).toEqual([]);
  });
});

/** Addresses of requested scripts whose text contains a word that survives minifying. */
async function scriptsWith(requests: string[], word: string): Promise<string[]> {
  const scripts = [...new Set(requests.filter((address) => /\/r\/.*\.js/.test(address)))];
  expect(scripts.length, 'the journey loaded scripts').toBeGreaterThan(3);
  const found: string[] = [];
  for (const script of scripts) {
    const text = await poll(`GET ${script}`, async () => (await fetch(script)).text());
    if (text.includes(word)) found.push(script);
  }
  return found;
}
