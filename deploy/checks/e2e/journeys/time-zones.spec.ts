import type { Page } from 'playwright-core';
import { answerBookingSteps, classicGeneralService, confirmBooking, takeWarrantyAndBook } from '../book-by-page.ts';
import { heading } from '../locators.ts';
import { phone, type TestSite, type Visitor } from '../open-test-site.ts';
import { setClock } from '../shop-clock.ts';
import { expect, test } from '../fixtures/test.ts';

/* The shop uses Pune's time; the browser's own time zone, up to half a day away, must have no effect. */
const zones = ['America/Los_Angeles', 'Pacific/Kiritimati'];
const lastSecond = '2026-12-23T23:59:59+05:30';
const midnight = '2026-12-24T00:00:00+05:30';

/** A visitor in another time zone at the same instant. */
async function visitFrom(site: TestSite, timezoneId: string, at: string): Promise<Visitor> {
  const visitor = await site.visit(phone, { timezoneId });
  await visitor.page.clock.setFixedTime(new Date(at));
  return visitor;
}

/** Opens the step for day and time and reads the offered times of a day. */
async function readTimes(page: Page, day: RegExp): Promise<{ days: string[]; windows: string[] }> {
  await page.getByRole('radio', { name: /At your gate/ }).check();
  await page.getByLabel('House/flat and street').fill('B-402, Ganga Heights, NIBM Road');
  await page.getByLabel('Area', { exact: true }).selectOption({ label: 'Kondhwa' });
  await expect(page.getByRole('button', { name: /^Continue with/ })).toBeVisible();
  await page.getByRole('radio', { name: day }).check();
  const texts = async (legend: RegExp): Promise<string[]> => {
    const labels = await page.getByRole('group', { name: legend }).locator('label').allInnerTexts();
    return labels.map((label) => label.replace(/\s+/g, ' ').trim());
  };
  return { days: (await texts(/^Day/)).slice(0, 5), windows: await texts(/we reach your gate between/) };
}

test.describe('time zones', { tag: '@cart' }, () => {
  test(
    'every zone shows the same days and windows, both at midnight and a second before',
    { tag: '@flow' },
    async ({ site }) => {
      for (const [at, first] of [
        [lastSecond, /^Wed 23 Dec, today/],
        [midnight, /^Thu 24 Dec, today/],
      ] as const) {
        await setClock(site, at);
        const seen: Awaited<ReturnType<typeof readTimes>>[] = [];
        for (const zone of zones) {
          // The service is chosen by today's clock: this test is not about a package page that is a month old.
          const { page, context, complaints } = await site.visit(phone, { timezoneId: zone });
          await page.goto(site.url + classicGeneralService);
          await takeWarrantyAndBook(page);
          await page.waitForURL('**/book-service');
          await page.clock.setFixedTime(new Date(at));
          await page.reload(); // it may have asked for today's free times
          seen.push(await readTimes(page, /Fri 25 Dec/));
          expect(complaints, zone).toEqual([]);
          await context.close();
        }
        expect(seen[0]?.days[0] ?? '').toMatch(first);
        const christmas = seen[0]?.days.find((day) => day.startsWith('Fri 25 Dec'));
        expect(christmas ?? '').toMatch(/Christmas, open until 1 pm/);
        // 135 minutes at the gate: only 9 am leaves time until 1 pm.
        expect(
          seen[0]?.windows.filter((window) => /\d (left|free)/.test(window)).length,
          String(seen[0]?.windows),
        ).toBe(1);
        expect(seen[0]?.windows[0] ?? '').toMatch(/^9 and 11 am/);
        for (const other of seen) expect(other).toEqual(seen[0]);
      }
    },
  );

  for (const zone of zones) {
    const name = `${zone}: a booking from there is in the window that the page showed, in the shop's time`;
    test(name, { tag: zone === zones[0] ? [] : ['@more'] }, async ({ site }) => {
      await setClock(site, lastSecond);
      const { page, context } = await visitFrom(site, zone, lastSecond);
      await page.goto(site.url + classicGeneralService);
      await takeWarrantyAndBook(page);
      await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 12345' });
      await expect(page.getByText(/Thu 24\sDec/).first()).toBeVisible();
      const { id } = await confirmBooking(page);
      await page.waitForURL('**/book-service#manage=*');
      await expect(heading(page)).toBeVisible();
      await expect(page.getByText(/Thu 24\sDec/).first()).toBeVisible();
      await expect(page.getByText(/9–.11\sam/).first()).toBeVisible();
      const [row] = await site.backend.sql`
      select booking_date::text as day, booking_time::text as start, starts_at = ${'2026-12-24T09:00:00+05:30'} as right
      from public.service_bookings where id = ${id}`;
      expect({ ...row }).toEqual({ day: '2026-12-24', start: '09:00:00', right: true });
      await context.close();
    });
  }
});
