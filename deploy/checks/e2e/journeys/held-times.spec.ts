import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import type { Locator, Page } from 'playwright-core';
import { bookByCall, fillWindow, readFreeTimes } from '../book-by-call.ts';
import { goToWorkshopTimes, windowAt } from '../book-by-page.ts';
import { accessibilityViolations } from '../check-accessibility.ts';
import { heading } from '../locators.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('a held time', { tag: ['@cart', '@flow'] }, () => {
  test('a hold expires and another visitor takes the time: the nearest times are offered, and no input is lost', async ({
    site,
  }) => {
    const times = await readFreeTimes(site, 'workshop');
    const wanted = times.find(({ date }) => date > times[0]!.date)!;
    await fillWindow(site, wanted, 1);

    const { page, complaints } = await site.visit(phone);
    await goToWorkshopTimes(page, site.url);
    const last = await windowAt(page, wanted);
    await expect(last.getByText('1 left')).toBeVisible();
    await last.getByRole('radio').check();
    await page.clock.install();
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await expect(heading(page, 'Your details')).toBeVisible();
    const inWords = `${formatDay(wanted.date)}, ${formatWindow(wanted.start, wanted.end)}`;
    await expect(page.getByText(inWords, { exact: true }).first()).toBeVisible();
    const keptFor = await until(page);
    await expect(bookByCall(site, { at: wanted }), 'the held place is not available to others').rejects.toThrow(
      /slot_taken/,
    );
    const longer = page.getByRole('button', { name: '5 minutes longer' });
    expect(await longer.count(), 'more time is offered near the end only').toBe(0);

    await type(page);
    const mobile = page.getByLabel('Mobile');
    const top = await topOf(mobile);
    await pass(site, page, 6);
    await expect(longer).toBeVisible();
    expect(await topOf(mobile), 'the button moves nothing').toBe(top);
    await expect(page.getByText('You can keep it 5 minutes longer.')).toBeAttached();
    expect(await accessibilityViolations(page), 'the end is near').toEqual([]);
    await longer.click();
    await expect(longer).toBeHidden();
    await expect(page.getByText(/^Kept until/)).not.toHaveText(keptFor);
    expect(await topOf(mobile), 'nor does its absence').toBe(top);
    expect(await openHolds(site)).toEqual([{ extended: true, minutes: 15 }]);
    await pass(site, page, 5);
    expect(await longer.count(), 'once only').toBe(0);
    await mobile.focus();
    const inView = await mobile.evaluate((field) => field.getBoundingClientRect().top);

    await passInDatabase(site, 5);
    const other = await bookByCall(site, { at: wanted });
    await page.clock.fastForward(5 * 60_000);
    const note = page.getByRole('status').filter({ hasText: 'Your time is no longer kept.' });
    await expect(note.getByText('What you typed is safe. The nearest free:')).toBeVisible();
    expect(
      Math.abs((await mobile.evaluate((field) => field.getBoundingClientRect().top)) - inView),
      'the focused field stays',
    ).toBeLessThan(2);
    expect(await note.getByRole('button', { name: inWords }).count(), 'the taken time is not offered').toBe(0);
    expect(await typed(page)).toEqual(answers);
    const first = note.getByRole('button').first();
    const chosen = await first.innerText();
    await first.click();
    await until(page);
    expect(await typed(page)).toEqual(answers);

    await page.getByRole('button', { name: 'Book for ₹1,699' }).click();
    await page.waitForURL('**/book-service#manage=*');
    const [day, window] = chosen.split(', ') as [string, string];
    // 'Sat 28 Nov tomorrow', when it is.
    await expect(page.getByRole('definition').filter({ hasText: day }).first()).toBeVisible();
    await expect(page.getByText(window, { exact: true }).first()).toBeVisible();
    const booked = await site.backend.sql`
    select customer_name, phone, vehicle_number, notes, booking_date::text as date,
      to_char(booking_time, 'HH24:MI') as start, to_char(window_end, 'HH24:MI') as end
    from service_bookings where customer_name = ${answers.Name}`;
    expect(booked.length).toBe(1);
    const [{ date, start, end, ...row } = {}] = booked;
    expect(row).toEqual({
      customer_name: 'Sunita Pawar',
      phone: '+919823054321',
      vehicle_number: 'MH12ZZ0042',
      notes: 'Rattles when cold',
    });
    expect(`${formatDay(String(date))}, ${formatWindow(String(start), String(end))}`).toBe(chosen);
    const [places] = await site.backend.sql`
    select count(*)::int as all, count(distinct booking_id)::int as bookings,
      count(*) filter (where booking_id = ${other.id})::int as of_other, count(*) filter (where hold_id is not null)::int as held
    from booking_places where mode = 'workshop' and booking_date = ${wanted.date} and window_start = ${wanted.start}`;
    expect({ ...places }).toEqual({ all: wanted.free, bookings: wanted.free, of_other: 1, held: 0 });
    expect(complaints).toEqual([]);
  });
});

const answers = {
  Name: 'Sunita Pawar',
  Mobile: '98230 54321',
  'Number plate': 'MH12ZZ0042',
  'What is wrong?': 'Rattles when cold',
} as const;

async function type(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(answers)) await page.getByLabel(label).fill(text);
}

async function typed(page: Page): Promise<Record<string, string>> {
  const read = Object.keys(answers).map(async (label) => [label, await page.getByLabel(label).inputValue()] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Until when the page says that the time is kept. */
async function until(page: Page): Promise<string> {
  const line = page.getByText(/^Kept until/);
  await expect(line).toBeVisible();
  return line.innerText();
}

/** Its distance to the top of the page. */
function topOf(control: Locator): Promise<number> {
  return control.evaluate((field) => Math.round(field.getBoundingClientRect().top + window.scrollY));
}

/** Advances the clock of the page and of the hold. */
async function pass(site: TestSite, page: Page, minutes: number): Promise<void> {
  await passInDatabase(site, minutes);
  await page.clock.fastForward(minutes * 60_000);
}

/** Moves the start of all holds into the past. */
async function passInDatabase(site: TestSite, minutes: number): Promise<void> {
  const { sql } = site.backend;
  await sql`
    update private.slot_holds set held_at = held_at - ${minutes} * interval '1 minute',
      expires_at = expires_at - ${minutes} * interval '1 minute'
    where ended is null`;
  await sql`
    update booking_places set held_until = held_until - ${minutes} * interval '1 minute' where held_until is not null`;
}

/** The open holds and for how many minutes each lasts in all. */
async function openHolds(site: TestSite) {
  const rows = await site.backend.sql`
    select extended, round(extract(epoch from expires_at - held_at) / 60)::int as minutes
    from private.slot_holds where ended is null`;
  return rows.map((row) => ({ ...row }));
}
