import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FreeSlot } from '@twostroke/shared/data/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import type { Page } from 'playwright-core';
import { bookByCall, fillWindow, readFreeTimes, type Booked } from '../book-by-call.ts';
import { goToWorkshopTimes, windowAt } from '../book-by-page.ts';
import { accessibilityFaults, bringAxe } from '../check-accessibility.ts';
import { heading } from '../locators.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { until } from '../until.ts';

const site = await openTestSite();
after(() => site.close());

test('a full window is waited for, given back by somebody else, offered by a message and booked by its link', async () => {
  const { wanted, last } = await fillOne();
  const inWords = formatWindow(wanted.start, wanted.end);

  const { page, context, complaints } = await site.visit({ width: 320, height: 700 });
  await bringAxe(context);
  await goToWorkshopTimes(page, site.url);
  const row = await windowAt(page, wanted);
  await row.getByText('full').waitFor();
  const wait = page.getByRole('button', { name: `${inWords} is full. Tell me if a place frees up` });
  await wait.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'If a place frees up' });
  await dialog.getByLabel('Name', { exact: true }).fill('Sunita Pawar');
  await dialog.getByLabel('Mobile', { exact: true }).fill('98230 54399');
  assert.deepEqual(await accessibilityFaults(page), [], 'the form');
  assert.equal(await tooWide(page), 0);
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await dialog.getByText('There is no internet connection. Nothing is lost: try again when it is back.').waitFor();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Tell me if a place frees up' }).click();
  await dialog.getByText('You’re number 1 in line.').waitFor();
  assert.deepEqual(await accessibilityFaults(page), [], 'in line');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await wait.evaluate((button) => button === document.activeElement), true);

  const admin = await site.visit();
  await signInAsAdmin(admin.page, site);
  await admin.page.goto(`${site.url}/admin?date=${wanted.date}`);
  await admin.page.getByText('1 waits for a place').click();
  await admin.page.getByText('Sunita Pawar').waitFor();
  await admin.context.close();

  assert.equal(messageTo('+919823054399'), undefined, 'nothing is free yet');
  await cancel(last);
  const link = await until('the message', async () => messageTo('+919823054399')?.match(/https?:\S+#claim=\w+/)?.[0]);
  await assert.rejects(bookByCall(site, { at: wanted }), /slot_taken/, 'nobody else gets the place');

  // On another phone, which knows nothing of all this.
  const other = await site.visit(phone);
  await bringAxe(other.context);
  await other.page.goto(link);
  await heading(other.page, 'Who brings the bike?').waitFor();
  await other.page.getByText(`${formatDay(wanted.date)}, ${inWords} is kept for you for 20 minutes.`).waitFor();
  assert.equal(new URL(other.page.url()).hash, '', 'the token leaves the address');
  assert.ok(
    !other.requests.some((address) => address.includes(tokenOf(link))),
    'and is in no address that was asked for',
  );
  assert.equal(await other.page.getByLabel('Name', { exact: true }).inputValue(), 'Sunita Pawar');
  assert.deepEqual(await accessibilityFaults(other.page), [], 'the place that is held');
  await other.page.getByLabel('Number plate').fill('MH12ZZ0042');
  await other.page.getByRole('button', { name: 'Continue to the last look' }).click();
  await other.page.getByRole('button', { name: 'Book for ₹1,699' }).click();
  await other.page.waitForURL('**/book-service#manage=*');
  await other.page.getByText(formatDay(wanted.date), { exact: true }).first().waitFor();
  const [booked] = await site.backend.sql`
    select b.booking_date::text as date, to_char(b.booking_time, 'HH24:MI') as start, w.state
    from service_bookings b join waitlist w on w.offer_request_id = b.request_id where b.customer_name = 'Sunita Pawar'`;
  assert.deepEqual({ ...booked }, { date: wanted.date, start: wanted.start, state: 'claimed' });

  await other.page.goto('about:blank');
  await other.page.goto(link);
  await heading(other.page, 'You have booked this time').waitFor();
  assert.deepEqual(
    [complaints.filter((words) => !words.includes('ERR_INTERNET_DISCONNECTED')), other.complaints],
    [
      [],
      // What the database answers to a link that has done its work.
      other.complaints.filter((words) => words.includes('409')),
    ],
  );
});

test('an offer that nobody takes goes to the next in line, and its link offers what is free', async () => {
  const { wanted, last } = await fillOne();
  for (const number of ['9823054301', '9823054302']) await join(wanted, number);
  await cancel(last);
  const link = await until(
    'the first offer',
    async () => messageTo('+919823054301')?.match(/https?:\S+#claim=\w+/)?.[0],
  );
  // Twenty minutes later.
  await site.backend.sql`
    update waitlist set offer_ends_at = now(), offered_at = now() - interval '20 minutes' where phone = '+919823054301'`;
  await site.backend.sql`
    update booking_places set held_until = now() where hold_id in (
      select h.id from private.slot_holds h join waitlist w on w.id = h.waitlist_id where w.phone = '+919823054301'
    )`;
  await site.backend.sql`select pg_notify('message_outbox', '')`;
  await until('the next offer', async () => messageTo('+919823054302'));

  const { page } = await site.visit(phone);
  await page.goto(link);
  await heading(page, 'This offer is over').waitFor();
  const near = page.getByRole('button', { name: /^\w{3} \d/ }).first();
  const chosen = await near.innerText();
  await near.click();
  await page.getByText(`${chosen} is kept for you for 10 minutes.`).waitFor();
});

/** A window in the workshop of which the last place was just booked. */
async function fillOne(): Promise<{ wanted: FreeSlot; last: Booked }> {
  const times = await readFreeTimes(site, 'workshop');
  const wanted = times.find(({ date }) => date > times[0]!.date)!;
  await fillWindow(site, wanted, 1);
  return { wanted, last: await bookByCall(site, { at: wanted }) };
}

const messageTo = (number: string): string | undefined =>
  site.sms.find(({ to, template }) => to === number && template === 'place_free')?.text;
const tokenOf = (link: string): string => new URL(link).hash.replace('#claim=', '');

async function call(name: string, args: object): Promise<void> {
  const response = await fetch(`${site.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: site.backend.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(args),
  });
  assert.equal(response.status, 200, await response.text());
}
const cancel = ({ id, manage_token }: Booked): Promise<void> => call('cancel_booking', { booking: id, manage_token });

function join({ date, start }: FreeSlot, number: string): Promise<void> {
  const job = { model: 'royal-enfield/classic-350', items: [{ id: 'general-service', quantity: 1 }] };
  const request = { ...job, request_id: crypto.randomUUID(), mode: 'workshop', date, time: start };
  return call('join_waitlist', { request: { ...request, name: 'Meera Joshi', phone: number } });
}

function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
