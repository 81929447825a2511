import type { FreeSlot } from '@twostroke/shared/api/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import type { Locator, Page } from 'playwright-core';
import { bookByCall, fillWindow, readFreeTimes, type BookingByCall } from '../book-by-call.ts';
import { goToWorkshopTimes, windowAt } from '../book-by-page.ts';
import { accessibilityViolations } from '../check-accessibility.ts';
import { heading, toast } from '../locators.ts';
import { desktop, phone, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('bookings are changed', { tag: ['@cart', '@admin'] }, () => {
  test(
    'a guest moves a booking by its link in 4 presses without scrolling: the row moves, the old place is free again, and others see it',
    { tag: '@flow' },
    async ({ site }) => {
      const [from, to] = await twoDays(site, 'workshop');
      const { id, manage_token: token } = await bookByCall(site, { at: from });
      await fillWindow(site, { ...from, free: from.free - 1 }, 0);
      const other = await site.visit(phone);
      await goToWorkshopTimes(other.page, site.url);
      const oldTime = await windowAt(other.page, from);
      await expect(oldTime.getByText('full')).toBeVisible();
      expect(await oldTime.getByRole('radio').isDisabled(), 'the full window can not be chosen').toBeTruthy();

      const { page, complaints } = await site.visit(phone);
      await openBooking(site, page, token);
      await pressInView(page.getByRole('button', { name: 'Move', exact: true }));
      const dialog = moveDialog(page);
      await expect(dialog.getByText(`Now: General Service, ${inWords(from)}. It costs you nothing.`)).toBeVisible();
      const choose = dialog.getByRole('button', { name: 'Choose a new time' });
      await expect(choose, 'nothing is chosen for the customer').toBeVisible();
      await pressInView(dayIn(dialog, to));
      await pressInView(windowIn(dialog, to));
      await pressInView(dialog.getByRole('button', { name: `Move to ${inWords(to)}` }));
      await expect(dialog).toBeHidden();
      await expect(toast(page, `Moved to ${inWords(to)}`)).toBeInViewport();
      await expect(cell(page, 'Day', formatDay(to.date))).toBeVisible();
      await expect(cell(page, 'Come between', formatWindow(to.start, to.end))).toBeVisible();

      expect(await rowOf(site, id)).toEqual({ status: 'confirmed', ...plain(to), moves: 1, fee: 0 });
      expect(await placesOf(site, id)).toEqual([plain(to)]);
      expect(await movesOf(site, id)).toEqual([{ actor: 'customer', ...plain(from), fee: 0 }]);
      await other.page.reload();
      const freed = await windowAt(other.page, from);
      await expect(freed.getByText('1 left')).toBeVisible();
      await freed.getByRole('radio').check();
      const taken = await windowAt(other.page, to);
      await expect(taken.getByText(new RegExp(`^${to.free - 1} (left|free)$`))).toBeVisible();
      expect([...complaints, ...other.complaints]).toEqual([]);
    },
  );

  test(
    'moving a booking with the mechanic on the way costs ₹100, which is shown first, confirmed and charged once',
    { tag: '@flow' },
    async ({ site }) => {
      const [from, to] = await twoDays(site, 'doorstep');
      const { id, manage_token: token } = await bookByCall(site, { mode: 'doorstep', at: from });
      const { page, complaints } = await site.visit(phone);
      await openBooking(site, page, token);
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await expect(moveDialog(page).getByText('It costs you nothing.')).toBeVisible();
      await dayIn(moveDialog(page), from).check();
      await expect(windowIn(moveDialog(page), from), 'its own time is not offered').toBeDisabled();
      await site.backend
        .sql`update service_bookings set status = 'on_the_way', mechanic = 'Ganesh Shinde' where id = ${id}`;
      await chooseTime(moveDialog(page), to);
      await moveDialog(page)
        .getByRole('button', { name: `Move to ${inWords(to)}` })
        .click();
      await expect(moveDialog(page).getByText(/This costs ₹100 by now\..*Press again if you agree\./)).toBeVisible();
      await expect(moveDialog(page).getByRole('button', { name: 'Move for ₹100, was free' })).toBeInViewport({
        ratio: 1,
      });
      expect(await accessibilityViolations(page), 'the refusal').toEqual([]);
      expect(await rowOf(site, id), 'nothing has changed').toEqual({
        status: 'on_the_way',
        ...plain(from),
        moves: 0,
        fee: 0,
      });

      await page.reload();
      await page.getByRole('button', { name: 'Move', exact: true }).click();
      await expect(moveDialog(page).getByText(`Now: General Service, ${inWords(from)}. It costs ₹100.`)).toBeVisible();
      await chooseTime(moveDialog(page), to);
      await moveDialog(page)
        .getByRole('button', { name: `Move to ${inWords(to)}` })
        .click();
      await expect(moveDialog(page)).toBeHidden();
      await expect(cell(page, 'Day', formatDay(to.date))).toBeVisible();
      await expect(page.getByText('Fee for changing late')).toBeVisible();
      await expect(page.getByText('₹100', { exact: true })).toBeVisible();
      expect(await rowOf(site, id)).toEqual({ status: 'assigned', ...plain(to), moves: 1, fee: 100 });
      expect(await movesOf(site, id)).toEqual([{ actor: 'customer', ...plain(from), fee: 100 }]);
      // The rejection has status 409, which the browser itself logs.
      expect(complaints.filter((line) => !line.includes('status of 409'))).toEqual([]);
    },
  );

  test(
    'staff stop the visits of a rainy day, and a guest switches to a free pickup at the same time',
    { tag: '@flow' },
    async ({ site }) => {
      const [at] = await twoDays(site, 'doorstep');
      const { id, manage_token: token } = await bookByCall(site, { mode: 'doorstep', at });
      const admin = await site.visit(phone);
      await signInAsAdmin(admin.page, site);
      await admin.page.goto(`${site.url}/admin?date=${at.date}`);
      await admin.page.getByRole('button', { name: 'Stop gate visits', exact: true }).click();
      await admin.page.getByRole('button', { name: /^Stop gate visits on/ }).click();
      await expect(admin.page.getByText('Heavy rain: no work at the gate').first()).toBeVisible();

      const { page, complaints } = await site.visit(phone);
      await openBooking(site, page, token);
      await expect(heading(page, /^We can’t come on/)).toBeVisible();
      expect(await accessibilityViolations(page), 'the visit that does not take place').toEqual([]);
      await expect(page.getByText('move it, have it picked up or cancel it, free.')).toBeVisible();
      await page.getByRole('button', { name: 'Have it picked up' }).click();
      const dialog = page.getByRole('dialog', { name: 'Have it picked up' });
      await expect(dialog.getByText('It costs you nothing and is not one of your free moves.')).toBeVisible();
      await chooseTime(dialog, at);
      await dialog.getByRole('button', { name: `Pick it up on ${inWords(at)}` }).click();
      await expect(dialog).toBeHidden();
      await expect(cell(page, 'Pickup between', formatWindow(at.start, at.end))).toBeVisible();
      await expect(page.getByText('Pickup and drop: B-402')).toBeVisible();
      expect(await page.getByRole('button', { name: 'Have it picked up' }).count(), 'it is a pickup now').toBe(0);
      expect(await rowOf(site, id)).toEqual({ status: 'confirmed', ...plain(at), moves: 0, fee: 0 });
      expect(await modesOf(site, id)).toEqual(['pickup', 'pickup']);
      await admin.page.goto(`${site.url}/admin?booking=${id}`);
      await expect(admin.page.getByText('Pickup instead of a visit to the gate')).toBeVisible();
      expect([...complaints, ...admin.complaints]).toEqual([]);
    },
  );

  test(
    'staff change a booking by the rules of the customer: the fee is shown first and can be waived with a reason',
    { tag: '@flow' },
    async ({ site }) => {
      const admin = await site.visit(desktop);
      await signInAsAdmin(admin.page, site);
      const [at, to] = await twoDays(site, 'doorstep');
      const [moved, cancelled] = [await onTheWay(site, at), await onTheWay(site, at)];

      const sheet = await openSheet(site, admin.page, moved);
      await sheet.getByRole('button', { name: 'Move', exact: true }).click();
      const dialog = moveDialog(admin.page);
      await dialog.getByLabel('Who caused the change').selectOption('customer');
      await expect(dialog.getByText('It costs the customer ₹100.')).toBeVisible();
      await dialog.getByLabel('Waive the fee of ₹100').check();
      await dialog.getByLabel('Why it is waived').fill('The road was closed');
      await chooseTime(dialog, to);
      expect(await accessibilityViolations(admin.page), 'moving').toEqual([]);
      await dialog.getByRole('button', { name: `Move to ${inWords(to)}` }).click();
      await expect(toast(admin.page, `Booking ${moved.number} is moved to ${inWords(to)}`)).toBeVisible();
      await expect(sheet.getByText('Fee of ₹100 waived: The road was closed')).toBeVisible();
      expect(await rowOf(site, moved.id)).toEqual({ status: 'assigned', ...plain(to), moves: 1, fee: 0 });

      await openSheet(site, admin.page, cancelled);
      await sheet.getByRole('button', { name: 'Cancel', exact: true }).click();
      const question = admin.page.getByRole('dialog', { name: 'Cancel this booking?' });
      await expect(question.getByText(/By the clock it costs the customer ₹200 if they asked for it/)).toBeVisible();
      await question.getByLabel('Who caused the change').selectOption('customer');
      await expect(question.getByText('It costs the customer ₹200.')).toBeVisible();
      await question.getByLabel('Why, for the customer').fill('As you asked on the phone');
      expect(await accessibilityViolations(admin.page), 'cancelling').toEqual([]);
      await question.getByRole('button', { name: 'Cancel the booking' }).click();
      await expect(toast(admin.page, `Booking ${cancelled.number} is cancelled`)).toBeVisible();
      expect(await rowOf(site, cancelled.id)).toEqual({ status: 'cancelled', ...plain(at), moves: 0, fee: 200 });
      const guest = await site.visit(phone);
      await guest.page.goto(`${site.url}/book-service#manage=${cancelled.manage_token}`);
      await expect(guest.page.getByText('Fee for changing late')).toBeVisible();
      expect([...admin.complaints, ...guest.complaints]).toEqual([]);
    },
  );
});

/** A booking at the gate with its mechanic on the way. */
async function onTheWay(site: TestSite, at: FreeSlot): Promise<BookingByCall> {
  const booked = await bookByCall(site, { mode: 'doorstep', at });
  await site.backend
    .sql`update service_bookings set status = 'on_the_way', mechanic = 'Ganesh Shinde' where id = ${booked.id}`;
  return booked;
}

/** A booking on the workshop's page. */
async function openSheet(site: TestSite, page: Page, { id, number }: BookingByCall): Promise<Locator> {
  await page.goto(`${site.url}/admin?booking=${id}`);
  const sheet = page.getByRole('dialog', { name: /^Booking / });
  await expect(page.getByRole('dialog', { name: `Booking ${number}` })).toBeVisible();
  return sheet;
}

/** The first free window of a day and one of the next day, both without bookings. */
async function twoDays(site: TestSite, mode: 'workshop' | 'doorstep'): Promise<[FreeSlot, FreeSlot]> {
  const times = await readFreeTimes(site, mode);
  const days = [...new Set(times.map(({ date }) => date))];
  const [from, to] = days.slice(1, 3).map((day) => times.find(({ date }) => date === day));
  if (!from || !to) throw new Error('There are no two free days.');
  return [from, to];
}

async function openBooking(site: TestSite, page: Page, token: string): Promise<void> {
  await page.goto(`${site.url}/book-service#manage=${token}`);
  await expect(page.getByRole('button', { name: 'Cancel the booking' })).toBeVisible();
}

function moveDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Move to another time' });
}

const dayIn = (dialog: Locator, { date }: FreeSlot): Locator => dialog.locator(`input[value="${date}"]`);
const windowIn = (dialog: Locator, { start }: FreeSlot): Locator => dialog.locator(`input[value="${start}"]`);

async function chooseTime(dialog: Locator, time: FreeSlot): Promise<void> {
  await dayIn(dialog, time).check();
  await windowIn(dialog, time).check();
}

/** Presses a control that is in view; fails when it would have to be scrolled to. */
async function pressInView(control: Locator): Promise<void> {
  await expect(control).toBeInViewport({ ratio: 1 });
  await control.click();
}

/** A cell of the booking's card. */
function cell(page: Page, label: string, value: string): Locator {
  return page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).getByText(value, { exact: true });
}

const inWords = ({ date, start, end }: FreeSlot): string => `${formatDay(date)}, ${formatWindow(start, end)}`;
const plain = ({ date, start }: FreeSlot) => ({ day: date, start });

async function rowOf(site: TestSite, id: string) {
  const [row] = await site.backend.sql`
    select status, booking_date::text as day, to_char(booking_time, 'HH24:MI') as start, moves, fee
    from service_bookings where id = ${id}`;
  return { ...row };
}

/** The windows in which this booking takes places, the first of each day. */
async function placesOf(site: TestSite, id: string) {
  const rows = await site.backend.sql`
    select booking_date::text as day, to_char(min(window_start), 'HH24:MI') as start
    from booking_places where booking_id = ${id} group by booking_date`;
  return rows.map((row) => ({ ...row }));
}

/** The modes of the booking and of the places it takes. */
async function modesOf(site: TestSite, id: string) {
  const rows = await site.backend.sql<{ mode: string }[]>`
    select mode from service_bookings where id = ${id}
    union all select mode from booking_places where booking_id = ${id}`;
  return rows.map(({ mode }) => mode);
}

async function movesOf(site: TestSite, id: string) {
  const rows = await site.backend.sql`
    select actor, fee, (moved_from at time zone 'Asia/Kolkata')::date::text as day,
      to_char(moved_from at time zone 'Asia/Kolkata', 'HH24:MI') as start
    from booking_events where booking_id = ${id} and moved_from is not null`;
  return rows.map((row) => ({ ...row }));
}
