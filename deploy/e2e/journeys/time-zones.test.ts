import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { answerBookingSteps, classicGeneralService, confirmBooking, takeWarrantyAndBook } from '../book-by-page.ts';
import { heading } from '../locators.ts';
import { openTestSite, phone } from '../open-test-site.ts';
import type { TestSite, Visitor } from '../open-test-site.ts';
import { until } from '../until.ts';

/* The shop keeps Pune's time; a browser may be half a day away, and its own zone takes part nowhere. */
const zones = ['America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kolkata'];
const lastSecond = '2026-12-23T23:59:59+05:30';
const midnight = '2026-12-24T00:00:00+05:30';

let site: TestSite;
before(async () => {
  site = await openTestSite();
  await site.backend.sql`
    insert into private.settings (name, value) values ('clock_override', 'on')
    on conflict (name) do update set value = 'on'`;
});
after(async () => {
  await site.backend.sql`delete from private.settings where name = 'clock_override'`;
  await site.close();
});

/** Stops the clock of the database, for every connection from now on, and says so to the pages that come. */
async function setClock(at: string): Promise<void> {
  const { sql } = site.backend;
  await sql.unsafe(`alter database postgres set twostroke.now = '${at}'`);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'twostroke-api'`;
  const date = new Date(Date.parse(at) + 19_800_000).toISOString().slice(0, 10);
  await until(`the API at ${at}`, async () => {
    const answer = await fetch(`${site.url}/rest/v1/rpc/list_slots`, {
      method: 'POST',
      headers: { apikey: site.backend.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ mode: 'workshop', days: 1 }),
    });
    return answer.ok && ((await answer.json()) as { today: string }).today === date;
  });
}

/** A visitor in some zone whose watch shows the same instant. */
async function visitFrom(timezoneId: string, at: string): Promise<Visitor> {
  const visitor = await site.visit(phone, { timezoneId });
  await visitor.page.clock.setFixedTime(new Date(at));
  return visitor;
}

/** Goes to the step of day and time, and reads what is offered there for a day. */
async function readTimes(page: Page, day: RegExp): Promise<{ days: string[]; windows: string[] }> {
  await page.getByRole('link', { name: 'Continue to place' }).click();
  await page.getByRole('radio', { name: /At your gate/ }).check();
  await page.getByLabel('House/flat and street').fill('B-402, Ganga Heights, NIBM Road');
  await page.getByLabel('Area', { exact: true }).selectOption({ label: 'Kondhwa' });
  await page.getByRole('button', { name: 'Continue to day and time' }).click();
  await page.getByRole('button', { name: /^Continue with/ }).waitFor();
  await page.getByRole('radio', { name: day }).check();
  const texts = async (legend: RegExp): Promise<string[]> => {
    const labels = await page.getByRole('group', { name: legend }).locator('label').allInnerTexts();
    return labels.map((label) => label.replace(/\s+/g, ' ').trim());
  };
  return { days: (await texts(/^Day/)).slice(0, 5), windows: await texts(/we reach your gate between/) };
}

test('the second before midnight and midnight: the same days and windows in every zone', async () => {
  for (const [at, first] of [
    [lastSecond, /^Wed 23 Dec today/],
    [midnight, /^Thu 24 Dec today/],
  ] as const) {
    await setClock(at);
    const seen: Awaited<ReturnType<typeof readTimes>>[] = [];
    for (const zone of zones) {
      // The service is chosen by today's clock: a package page that is a month old is another matter.
      const { page, context, complaints } = await site.visit(phone, { timezoneId: zone });
      await page.goto(site.url + classicGeneralService);
      await takeWarrantyAndBook(page);
      await page.clock.setFixedTime(new Date(at));
      seen.push(await readTimes(page, /Fri 25 Dec/));
      assert.deepEqual(complaints, [], zone);
      await context.close();
    }
    assert.match(seen[0]?.days[0] ?? '', first);
    const christmas = seen[0]?.days.find((day) => day.startsWith('Fri 25 Dec'));
    assert.match(christmas ?? '', /Christmas, open until 1 pm/);
    // 135 minutes at the gate: only 9 am leaves time until 1 pm.
    assert.equal(seen[0]?.windows.filter((window) => /free/.test(window)).length, 1, String(seen[0]?.windows));
    assert.match(seen[0]?.windows[0] ?? '', /^9 and 11 am/);
    for (const other of seen) assert.deepEqual(other, seen[0]);
  }
});

for (const zone of zones.slice(0, 2)) {
  test(`${zone}: what is booked from there is the window that the page showed, at the shop's clock`, async () => {
    await setClock(lastSecond);
    const { page, context } = await visitFrom(zone, lastSecond);
    await page.goto(site.url + classicGeneralService);
    await takeWarrantyAndBook(page);
    await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
    await page
      .getByText(/Thu 24\sDec/)
      .first()
      .waitFor();
    const { id } = await confirmBooking(page);
    await page.waitForURL('**/book-service#manage=*');
    await heading(page).waitFor();
    await page
      .getByText(/Thu 24\sDec/)
      .first()
      .waitFor();
    await page
      .getByText(/9–11\sam/)
      .first()
      .waitFor();
    const [row] = await site.backend.sql`
      select booking_date::text as day, booking_time::text as start, starts_at = ${'2026-12-24T09:00:00+05:30'} as right
      from public.service_bookings where id = ${id}`;
    assert.deepEqual({ ...row }, { day: '2026-12-24', start: '09:00:00', right: true });
    await context.close();
  });
}
