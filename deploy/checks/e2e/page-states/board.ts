import type { Page } from 'playwright-core';
import { bookByCall, readFreeTimes } from '../book-by-call.ts';
import { hire } from '../hire.ts';
import type { TestSite } from '../open-test-site.ts';
import { button } from '../press-answers.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { goTo, type PageState, type PageWalk } from './page-state.ts';

let day: string;

/** A bike that has been in the workshop for some days, in a status since some minutes. */
async function leave(site: TestSite, id: string, status: string, days: number, minutes: number): Promise<void> {
  await site.backend.sql.begin(async (tx) => {
    await tx`
      insert into booking_events (booking_id, at, actor, from_status, to_status)
      select id, now() - at, 'admin', was::booking_status, becomes::booking_status
      from service_bookings, (values
        (${days} * interval '1 day', 'assigned', 'inspecting'), (${minutes} * interval '1 minute', 'inspecting', ${status})
      ) as steps (at, was, becomes)
      where id = ${id} order by at desc`;
    await tx`
      update service_bookings set status = ${status}, mechanic = 'Imran Shaikh',
        booking_date = booking_date - case when ${days} > 0 then booking_date - private.today() + ${days}::int else 0 end,
        ready_date = private.today() - case when ${days} > 1 then 1 else 0 end
      where id = ${id}`;
  });
}

async function fillBoard(site: TestSite): Promise<void> {
  // Looks share a site: what was booked before would fill windows and make the board too high for a drag.
  await site.backend.sql`update service_bookings set status = 'cancelled', booking_date = private.today() - 60`;
  await site.backend.sql`delete from booking_places`;
  const times = await readFreeTimes(site, 'workshop');
  const [first, second] = times;
  const next = times.find(({ date }) => date !== first?.date);
  if (!first || second?.date !== first.date || !next) throw new Error('No day has room for this board.');
  day = first.date;
  for (const name of ['Imran Shaikh', 'Sagar Pawar']) await hire(site, name, 'mechanic');
  const book = async (at = first): Promise<string> => (await bookByCall(site, { at })).id;
  await leave(site, await book(), 'in_service', 3, 200);
  await leave(site, await book(), 'ready', 1, 20);
  await leave(site, await book(), 'awaiting_approval', 0, 45);
  await leave(site, await book(second), 'in_service', 0, 30);
  await site.backend.sql`update service_bookings set ready_time = '18:00' where status = 'in_service'`;
  await book(second);
  await book(next);
  const done = await book();
  await site.backend.sql`
    update service_bookings set status = 'completed', mechanic = 'Sagar Pawar', final_price = 1699, closed_at = now()
    where id = ${done}`;
}

const onBoard = (query: string) => (page: Page, site: TestSite) => goTo(`/admin?date=${day}${query}`)(page, site);
const card = (page: Page) => page.getByRole('region', { name: 'Walk-in' }).locator('[data-job]').first();

const states: PageState[] = [
  {
    name: 'board-day',
    reach: async (page, site) => {
      await fillBoard(site);
      await signInAsAdmin(page, site);
      await onBoard('')(page, site);
      await card(page).waitFor();
    },
  },
  { name: 'board-by-person', reach: onBoard('&lanes=people') },
  { name: 'board-over-time', reach: onBoard('&need=over') },
  { name: 'board-billed', reach: onBoard('&need=billed') },
  {
    name: 'board-card-menu',
    overlay: true,
    reach: async (page, site) => {
      await onBoard('')(page, site);
      await card(page)
        .getByRole('button', { name: /^More for/ })
        .click();
      await page.getByRole('group', { name: 'People on duty' }).waitFor();
    },
  },
  {
    name: 'board-dropped-card',
    overlay: true,
    reach: async (page, site) => {
      await onBoard('')(page, site);
      await page.setViewportSize({ width: 1280, height: 900 });
      const row = page.getByRole('region', { name: 'Walk-in' });
      // A card that is dragged at the edge of the window scrolls the page.
      await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await row.locator('[data-job]').first().dragTo(row.locator('[data-window]').last());
      await button('Move it')(page).click();
      await page.getByText('Choose who caused the change').waitFor();
    },
  },
  {
    name: 'board-alerts',
    overlay: true,
    reach: async (page, site) => {
      await onBoard('')(page, site);
      await bookByCall(site);
      await page.getByRole('button', { name: /^Alerts, \d+ not read$/ }).click();
      await page.getByText('Ring for each new booking').waitFor();
    },
  },
  {
    name: 'week-by-person',
    reach: (page, site) => goTo(`/admin?view=week&date=${day}`)(page, site),
  },
  {
    name: 'week-by-window',
    reach: (page, site) => goTo(`/admin?view=week&date=${day}&rows=window`)(page, site),
  },
  {
    name: 'week-as-list',
    reach: (page, site) => goTo(`/admin?view=week&date=${day}&rows=list`)(page, site),
  },
  {
    name: 'week-with-days-off',
    reach: async (page, site) => {
      await site.backend.sql`
        insert into staff_absences select user_id, d from staff, (values (${day}::date), (${day}::date + 1)) as days (d)
        where name = 'Sagar Pawar' on conflict do nothing`;
      await goTo(`/admin?view=week&date=${day}`)(page, site);
      await page.getByText('not here', { exact: true }).filter({ visible: true }).first().waitFor();
    },
  },
  { name: 'board-of-a-person-away', reach: onBoard('&lanes=people') },
  {
    name: 'week-days-off-dialog',
    overlay: true,
    reach: async (page, site) => {
      await goTo(`/admin?view=week&date=${day}`)(page, site);
      await button(/^Not here… ?: Sagar Pawar$/)(page).click();
      await page.getByText('Not here on').waitFor();
    },
  },
  {
    name: 'board-with-wrong-codes',
    reach: async (page, site) => {
      // Other journeys on this site give jobs to the same people.
      await site.backend.sql`delete from staff_absences`;
      await site.backend.sql`
        update private.handover_codes set wrong_tries = 3, wrong_at = now(),
          wrong_by = (select user_id from staff where name = 'Sagar Pawar' and active)
        where booking_id in (select id from service_bookings where status = 'ready')`;
      await onBoard('')(page, site);
      await page.getByText('Wrong handover code.').first().waitFor();
    },
  },
  {
    name: 'sheet-promise',
    overlay: true,
    reach: async (page, site) => {
      await site.backend.sql`update private.handover_codes set wrong_tries = 0`;
      await onBoard('')(page, site);
      await card(page)
        .getByRole('button', { name: /^More for/ })
        .click();
      await page.getByRole('link', { name: 'Promise a time' }).click();
      await page.getByLabel('By what time (optional)').fill('18:00');
    },
  },
];

/** The board of the office and the week. */
export const boardWalks: PageWalk[] = [{ name: 'the board', tag: ['@admin'], states }];
