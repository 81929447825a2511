import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import type { Page } from 'playwright-core';
import { bookByCall, fillWindow, readFreeTimes } from '../book-by-call.ts';
import { goToWorkshopTimes, windowAt } from '../book-by-page.ts';
import { accessibilityFaults, bringAxe } from '../check-accessibility.ts';
import { heading } from '../locators.ts';
import { openTestSite, phone } from '../open-test-site.ts';

const site = await openTestSite();
after(() => site.close());

test('a held time runs out and goes to somebody else: the nearest are offered, and nothing typed is lost', async () => {
  const times = await readFreeTimes(site, 'workshop');
  const wanted = times.find(({ date }) => date > times[0]!.date)!;
  await fillWindow(site, wanted, 1);

  const { page, context, complaints } = await site.visit(phone);
  await bringAxe(context);
  await goToWorkshopTimes(page, site.url);
  const last = await windowAt(page, wanted);
  await last.getByText(/^1 of \d+ free$/).waitFor();
  await last.getByRole('radio').check();
  await page.clock.install();
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await heading(page, 'Who brings the bike?').waitFor();
  const inWords = `${formatDay(wanted.date)}, ${formatWindow(wanted.start, wanted.end)}`;
  await page.getByText(`${inWords} is kept for you for 10 minutes.`).waitFor();
  await assert.rejects(bookByCall(site, { at: wanted }), /slot_taken/, 'nobody else gets the held place');
  const longer = page.getByRole('button', { name: 'Keep it 5 minutes longer' });
  assert.equal(await longer.count(), 0, 'more time is offered near the end only');

  await type(page);
  await pass(page, 6);
  await page.getByText(`${inWords} is kept for you for 4 minutes.`).waitFor();
  await page.getByText('You can keep it 5 minutes longer.').waitFor({ state: 'attached' });
  assert.deepEqual(await accessibilityFaults(page), [], 'the end is near');
  await longer.click();
  await page.getByText(`${inWords} is kept for you for 9 minutes.`).waitFor();
  assert.deepEqual(await openHolds(), [{ extended: true, minutes: 9 }]);
  await pass(page, 5);
  await page.getByText(`${inWords} is kept for you for 4 minutes.`).waitFor();
  assert.equal(await longer.count(), 0, 'once only');

  await passInDatabase(5);
  const other = await bookByCall(site, { at: wanted });
  await page.clock.fastForward(5 * 60_000);
  const note = page.getByRole('status').filter({ hasText: 'Your time is no longer kept.' });
  await note.getByText('What you typed is safe. The nearest free:').waitFor();
  assert.equal(await note.getByRole('button', { name: inWords }).count(), 0, 'the time that is gone is not offered');
  assert.deepEqual(await accessibilityFaults(page), [], 'the end');
  assert.deepEqual(await typed(page), answers);
  const first = note.getByRole('button').first();
  const chosen = await first.innerText();
  await first.click();
  await page.getByText(`${chosen} is kept for you for 10 minutes.`).waitFor();
  assert.deepEqual(await typed(page), answers);

  await page.getByRole('button', { name: 'Continue to the last look' }).click();
  await heading(page, 'Check your answers').waitFor();
  await page.getByRole('button', { name: 'Book for ₹1,699' }).click();
  await page.waitForURL('**/book-service#manage=*');
  const [day, window] = chosen.split(', ') as [string, string];
  await page.getByText(day, { exact: true }).first().waitFor();
  await page.getByText(window, { exact: true }).first().waitFor();
  const booked = await site.backend.sql`
    select customer_name, phone, vehicle_number, notes, booking_date::text as date,
      to_char(booking_time, 'HH24:MI') as start, to_char(window_end, 'HH24:MI') as end
    from service_bookings where customer_name = ${answers.Name}`;
  assert.equal(booked.length, 1);
  const [{ date, start, end, ...row } = {}] = booked;
  assert.deepEqual(row, {
    customer_name: 'Sunita Pawar',
    phone: '+919823054321',
    vehicle_number: 'MH12ZZ0042',
    notes: 'Rattles when cold',
  });
  assert.equal(`${formatDay(String(date))}, ${formatWindow(String(start), String(end))}`, chosen);
  const [places] = await site.backend.sql`
    select count(*)::int as all, count(distinct booking_id)::int as bookings,
      count(*) filter (where booking_id = ${other.id})::int as of_other, count(*) filter (where hold_id is not null)::int as held
    from booking_places where mode = 'workshop' and booking_date = ${wanted.date} and window_start = ${wanted.start}`;
  assert.deepEqual({ ...places }, { all: wanted.free, bookings: wanted.free, of_other: 1, held: 0 });
  assert.deepEqual(complaints, []);
});

const answers = {
  Name: 'Sunita Pawar',
  Mobile: '98230 54321',
  'Number plate': 'MH12ZZ0042',
  'Anything we should know': 'Rattles when cold',
} as const;

async function type(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(answers)) await page.getByLabel(label).fill(text);
}

async function typed(page: Page): Promise<Record<string, string>> {
  const read = Object.keys(answers).map(async (label) => [label, await page.getByLabel(label).inputValue()] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Minutes go by, for the page and for the time that is kept. */
async function pass(page: Page, minutes: number): Promise<void> {
  await passInDatabase(minutes);
  await page.clock.fastForward(minutes * 60_000);
}

/** What is held was held so much earlier. */
async function passInDatabase(minutes: number): Promise<void> {
  const { sql } = site.backend;
  await sql`
    update private.slot_holds set held_at = held_at - ${minutes} * interval '1 minute',
      expires_at = expires_at - ${minutes} * interval '1 minute'
    where ended is null`;
  await sql`
    update booking_places set held_until = held_until - ${minutes} * interval '1 minute' where held_until is not null`;
}

async function openHolds() {
  const rows = await site.backend.sql`
    select extended, ceil(extract(epoch from expires_at - now()) / 60)::int as minutes
    from private.slot_holds where ended is null`;
  return rows.map((row) => ({ ...row }));
}
