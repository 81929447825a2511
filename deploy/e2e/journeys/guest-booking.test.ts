import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  answerBookingSteps,
  chooseClassic350,
  confirmBooking,
  packageTotal,
  takeWarrantyAndBook,
} from '../book-by-page.ts';
import { heading } from '../locators.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import { until } from '../until.ts';

const site = await openTestSite();
after(() => site.close());

test('a visitor finds his bike, books the first free window as a guest, and keeps the confirmed page', async () => {
  const { page, requests, complaints } = await site.visit(phone);
  await page.goto(site.url);
  await chooseClassic350(page);
  const rate = page.getByRole('link', { name: /General Service.*₹1,699/ }).first();
  await rate.click();
  await page.waitForURL('**/services/royal-enfield/classic-350/general-service');
  await page.getByText('₹1,699').first().waitFor();
  await takeWarrantyAndBook(page);

  await page.waitForURL('**/book-service**');
  await page.getByText(packageTotal).first().waitFor();
  await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
  await page.getByText('₹1,735.59').or(page.getByText('₹156.21')).first().waitFor();
  const { id, manage_token: token } = await confirmBooking(page);

  await page.waitForURL('**/book-service#manage=*');
  await heading(page).waitFor();
  await page.getByText(id.slice(0, 8)).first().waitFor();
  await page.getByText(packageTotal).first().waitFor();
  const title = await heading(page).innerText();
  await page.reload();
  await heading(page, title).waitFor();
  await page.getByText(id.slice(0, 8)).first().waitFor();
  await page.getByText(packageTotal).first().waitFor();

  const [row] = await site.backend.sql`
    select estimated_price, customer_name, phone, mode, status, user_id from service_bookings where id = ${id}`;
  assert.deepEqual(
    { ...row },
    {
      estimated_price: 2048,
      customer_name: 'Ravi Deshpande',
      phone: '+919822012345',
      mode: 'doorstep',
      status: 'confirmed',
      user_id: null,
    },
  );

  assert.ok(token.length >= 20, 'the booking has a token');
  assert.deepEqual(
    requests.filter((address) => address.split('#')[0]!.includes(token)),
    [],
    'the token is in no address that is sent',
  );
  assert.deepEqual(
    requests.filter((address) => address.includes('/r/admin/')),
    [],
    'no admin file',
  );
  assert.deepEqual(await scriptsWith(requests, 'GoTrueClient'), [], 'no supabase-js for a visitor');
  assert.deepEqual(complaints, []);
});

test('the same window is offered to the next visitor with one place less', async () => {
  const counts = async () => {
    const { page, context } = await site.visit(phone);
    await page.goto(`${site.url}/services/royal-enfield/classic-350/general-service`);
    await takeWarrantyAndBook(page);
    await answerBookingSteps(page, { name: 'Sunita Pawar', phone: '98230 54321' });
    await confirmBooking(page);
    await page.waitForURL('**/book-service#manage=*');
    await context.close();
    const rows = await site.backend.sql`
      select booking_date::text || ' ' || window_start::text as taken, count(*)::int as seats
      from booking_places where mode = 'doorstep' group by 1 order by 1`;
    return rows.reduce((sum, { seats }) => sum + Number(seats), 0);
  };
  const first = await counts();
  const second = await counts();
  assert.equal(second - first, 2, 'a job of two windows takes a place in both');
});

/** Addresses of requested scripts whose text contains a word that survives minifying. */
async function scriptsWith(requests: string[], word: string): Promise<string[]> {
  const scripts = [...new Set(requests.filter((address) => /\/r\/.*\.js/.test(address)))];
  assert.ok(scripts.length > 3, 'the journey loaded scripts');
  const found: string[] = [];
  for (const script of scripts) {
    const text = await until(`GET ${script}`, async () => (await fetch(script)).text());
    if (text.includes(word)) found.push(script);
  }
  return found;
}
