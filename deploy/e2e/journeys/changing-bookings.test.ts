import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FreeSlot } from '@twostroke/shared/data/slots';
import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import type { Locator, Page } from 'playwright-core';
import { bookByCall, fillWindow, readFreeTimes, type Booked } from '../book-by-call.ts';
import { goToWorkshopTimes, windowAt } from '../book-by-page.ts';
import { accessibilityFaults, bringAxe } from '../check-accessibility.ts';
import { heading } from '../locators.ts';
import { desktop, openTestSite, phone, type Visitor } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';

const site = await openTestSite();
after(() => site.close());

test('a guest moves his booking by its link: the row moves, the old place is free again, and others see it', async () => {
  const [from, to] = await twoDays('workshop');
  const { id, manage_token: token } = await bookByCall(site, { at: from });
  await fillWindow(site, { ...from, free: from.free - 1 }, 0);
  const other = await visitWithAxe();
  await goToWorkshopTimes(other.page, site.url);
  const oldTime = await windowAt(other.page, from);
  await oldTime.getByText('full').waitFor();
  assert.ok(await oldTime.getByRole('radio').isDisabled(), 'the full window can not be chosen');

  const { page, complaints } = await visitWithAxe();
  await openBooking(page, token);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = moveDialog(page);
  await dialog.getByText(`Now: ${inWords(from)}. It costs you nothing.`).waitFor();
  assert.equal(await timeIn(dialog, from).count(), 0, 'its own time is not offered');
  await timeIn(dialog, to).check();
  assert.deepEqual(await accessibilityFaults(page), [], 'the dialog');
  await dialog.getByRole('button', { name: 'Move it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(`Moved to ${inWords(to)}`).waitFor({ state: 'attached' });
  await cell(page, 'Day', formatDay(to.date)).waitFor();
  await cell(page, 'Ride in between', formatWindow(to.start, to.end)).waitFor();
  assert.deepEqual(await accessibilityFaults(page), [], 'the moved booking');

  assert.deepEqual(await rowOf(id), { status: 'confirmed', ...plain(to), moves: 1, fee: 0 });
  assert.deepEqual(await placesOf(id), [plain(to)]);
  assert.deepEqual(await movesOf(id), [{ actor: 'customer', ...plain(from), fee: 0 }]);
  await other.page.reload();
  const freed = await windowAt(other.page, from);
  await freed.getByText(/^1 of \d+ free$/).waitFor();
  await freed.getByRole('radio').check();
  assert.deepEqual(await accessibilityFaults(other.page), [], 'the free times');
  const taken = await windowAt(other.page, to);
  await taken.getByText(new RegExp(`^${to.free - 1} of \\d+ free$`)).waitFor();
  assert.deepEqual([...complaints, ...other.complaints], []);
});

test('with the mechanic on the way moving costs ₹100: said before, agreed to, and charged once', async () => {
  const [from, to] = await twoDays('doorstep');
  const { id, manage_token: token } = await bookByCall(site, { mode: 'doorstep', at: from });
  const { page, complaints } = await visitWithAxe();
  await openBooking(page, token);
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await moveDialog(page).getByText('It costs you nothing.').waitFor();
  await site.backend
    .sql`update service_bookings set status = 'on_the_way', mechanic = 'Ganesh Shinde' where id = ${id}`;
  await timeIn(moveDialog(page), to).check();
  await moveDialog(page).getByRole('button', { name: 'Move it' }).click();
  await moveDialog(page)
    .getByText(/This costs ₹100 by now\..*Press again if you agree\./)
    .waitFor();
  assert.deepEqual(await accessibilityFaults(page), [], 'the refusal');
  assert.deepEqual(await rowOf(id), { status: 'on_the_way', ...plain(from), moves: 0, fee: 0 }, 'nothing has changed');

  await page.reload();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await moveDialog(page)
    .getByText(`Now: ${inWords(from)}. It costs ₹100.`)
    .waitFor();
  await timeIn(moveDialog(page), to).check();
  await moveDialog(page).getByRole('button', { name: 'Move it' }).click();
  await moveDialog(page).waitFor({ state: 'hidden' });
  await cell(page, 'Day', formatDay(to.date)).waitFor();
  await page.getByText('Fee for changing late').waitFor();
  await page.getByText('₹100', { exact: true }).waitFor();
  assert.deepEqual(await rowOf(id), { status: 'assigned', ...plain(to), moves: 1, fee: 100 });
  assert.deepEqual(await movesOf(id), [{ actor: 'customer', ...plain(from), fee: 100 }]);
  assert.deepEqual(await accessibilityFaults(page), [], 'the moved booking');
  // The refusal is an answer with status 409, of which the browser itself writes a line.
  assert.deepEqual(
    complaints.filter((line) => !line.includes('status of 409')),
    [],
  );
});

test('staff stop the visits of a rainy day, and a guest has his bike picked up at the same time instead, free', async () => {
  const [at] = await twoDays('doorstep');
  const { id, manage_token: token } = await bookByCall(site, { mode: 'doorstep', at });
  const admin = await visitWithAxe();
  await signInAsAdmin(admin.page, site);
  await admin.page.goto(`${site.url}/admin?date=${at.date}`);
  await admin.page.getByText('Rain or a closed road? Stop gate visits').click();
  await admin.page.getByRole('button', { name: /^Stop gate visits on/ }).click();
  await admin.page.getByText('Heavy rain: no work at the gate').first().waitFor();

  const { page, complaints } = await visitWithAxe();
  await openBooking(page, token);
  await heading(page, /^We can’t come on/).waitFor();
  assert.deepEqual(await accessibilityFaults(page), [], 'the visit that does not take place');
  await page.getByText('move it, have it picked up or cancel it, free.').waitFor();
  await page.getByRole('button', { name: 'Have it picked up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Have it picked up' });
  await dialog.getByText('It costs you nothing and is not one of your free moves.').waitFor();
  await timeIn(dialog, at).check();
  assert.deepEqual(await accessibilityFaults(page), [], 'the dialog');
  await dialog.getByRole('button', { name: 'Have it picked up' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await cell(page, 'We fetch the bike between', formatWindow(at.start, at.end)).waitFor();
  await page.getByText('Pickup and drop: B-402').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Have it picked up' }).count(), 0, 'it is a pickup now');
  assert.deepEqual(await accessibilityFaults(page), [], 'the pickup');
  assert.deepEqual(await rowOf(id), { status: 'confirmed', ...plain(at), moves: 0, fee: 0 });
  assert.deepEqual(await modesOf(id), ['pickup', 'pickup']);
  await admin.page.goto(`${site.url}/admin?booking=${id}`);
  await admin.page.getByText('Pickup instead of a visit to the gate').waitFor();
  assert.deepEqual([...complaints, ...admin.complaints], []);
});

test('staff change a booking for a customer at his terms: the fee is said first, and can be waived with a reason', async () => {
  const admin = await visitWithAxe(desktop);
  await signInAsAdmin(admin.page, site);
  const [at, to] = await twoDays('doorstep');
  const [moved, cancelled] = [await onTheWay(at), await onTheWay(at)];

  const sheet = await openSheet(admin.page, moved);
  await sheet.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = moveDialog(admin.page);
  await dialog.getByLabel('Whose reason').selectOption('customer');
  await dialog.getByText('It costs the customer ₹100.').waitFor();
  await dialog.getByLabel('Waive the fee of ₹100').check();
  await dialog.getByLabel('Why it is waived').fill('The road was closed');
  await timeIn(dialog, to).check();
  assert.deepEqual(await accessibilityFaults(admin.page), [], 'moving');
  await dialog.getByRole('button', { name: 'Move it' }).click();
  await sheet.getByText(`Booking ${moved.number} is moved to ${inWords(to)}.`).waitFor();
  await sheet.getByText('Fee of ₹100 waived: The road was closed').waitFor();
  assert.deepEqual(await rowOf(moved.id), { status: 'assigned', ...plain(to), moves: 1, fee: 0 });

  await openSheet(admin.page, cancelled);
  await sheet.getByRole('button', { name: 'Cancel', exact: true }).click();
  const question = admin.page.getByRole('dialog', { name: 'Cancel this booking?' });
  await question.getByText(/By the clock it costs the customer ₹200 if he asked for it/).waitFor();
  await question.getByLabel('Whose reason').selectOption('customer');
  await question.getByText('It costs the customer ₹200.').waitFor();
  await question.getByLabel('Why, for the customer').fill('As you asked on the phone');
  assert.deepEqual(await accessibilityFaults(admin.page), [], 'cancelling');
  await question.getByRole('button', { name: 'Cancel the booking' }).click();
  await sheet.getByText(`Booking ${cancelled.number} is cancelled.`).waitFor();
  assert.deepEqual(await rowOf(cancelled.id), { status: 'cancelled', ...plain(at), moves: 0, fee: 200 });
  const guest = await visitWithAxe();
  await guest.page.goto(`${site.url}/book-service#manage=${cancelled.manage_token}`);
  await guest.page.getByText('Fee for changing late').waitFor();
  assert.deepEqual([...admin.complaints, ...guest.complaints], []);
});

/** A booking at the gate with its mechanic on the way. */
async function onTheWay(at: FreeSlot): Promise<Booked> {
  const booked = await bookByCall(site, { mode: 'doorstep', at });
  await site.backend
    .sql`update service_bookings set status = 'on_the_way', mechanic = 'Ganesh Shinde' where id = ${booked.id}`;
  return booked;
}

/** A booking on the workshop's page. */
async function openSheet(page: Page, { id, number }: Booked): Promise<Locator> {
  await page.goto(`${site.url}/admin?booking=${id}`);
  const sheet = page.getByRole('dialog', { name: /^Booking / });
  await page.getByRole('dialog', { name: `Booking ${number}` }).waitFor();
  return sheet;
}

/** The first free window of a day, and one of the day after: nobody has booked there. */
async function twoDays(mode: 'workshop' | 'doorstep'): Promise<[FreeSlot, FreeSlot]> {
  const times = await readFreeTimes(site, mode);
  const days = [...new Set(times.map(({ date }) => date))];
  const [from, to] = days.slice(1, 3).map((day) => times.find(({ date }) => date === day));
  assert.ok(from && to, 'two days are free');
  return [from, to];
}

async function visitWithAxe(viewport = phone): Promise<Visitor> {
  const visitor = await site.visit(viewport);
  await bringAxe(visitor.context);
  return visitor;
}

async function openBooking(page: Page, token: string): Promise<void> {
  await page.goto(`${site.url}/book-service#manage=${token}`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
}

function moveDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Move to another time' });
}

function timeIn(dialog: Locator, { date, start }: FreeSlot): Locator {
  return dialog.locator(`input[value="${date} ${start}"]`);
}

/** A cell of the booking's card. */
function cell(page: Page, label: string, value: string): Locator {
  return page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).getByText(value, { exact: true });
}

const inWords = ({ date, start, end }: FreeSlot): string => `${formatDay(date)}, ${formatWindow(start, end)}`;
const plain = ({ date, start }: FreeSlot) => ({ day: date, start });

async function rowOf(id: string) {
  const [row] = await site.backend.sql`
    select status, booking_date::text as day, to_char(booking_time, 'HH24:MI') as start, moves, fee
    from service_bookings where id = ${id}`;
  return { ...row };
}

/** The windows this booking takes places in, the first of each day's run. */
async function placesOf(id: string) {
  const rows = await site.backend.sql`
    select booking_date::text as day, to_char(min(window_start), 'HH24:MI') as start
    from booking_places where booking_id = ${id} group by booking_date`;
  return rows.map((row) => ({ ...row }));
}

/** Of the booking, and of the places it takes. */
async function modesOf(id: string) {
  const rows = await site.backend.sql<{ mode: string }[]>`
    select mode from service_bookings where id = ${id}
    union all select mode from booking_places where booking_id = ${id}`;
  return rows.map(({ mode }) => mode);
}

async function movesOf(id: string) {
  const rows = await site.backend.sql`
    select actor, fee, (moved_from at time zone 'Asia/Kolkata')::date::text as day,
      to_char(moved_from at time zone 'Asia/Kolkata', 'HH24:MI') as start
    from booking_events where booking_id = ${id} and moved_from is not null`;
  return rows.map((row) => ({ ...row }));
}
