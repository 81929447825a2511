import type { Locator } from 'playwright-core';
import { bookByCall, type BookingByCall } from '../book-by-call.ts';
import { accessibilityViolations } from '../check-accessibility.ts';
import { staffAt } from '../hire.ts';
import { heading } from '../locators.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { smallTargets } from '../small-targets.ts';
import { codeOn, tickLines } from '../workshop.ts';
import { expect, test } from '../fixtures/test.ts';

/** Presses a control; the journey counts them. */
type Tap = (name: string | RegExp, role?: 'button' | 'radio' | 'checkbox') => Promise<void>;

test.describe('the floor', { tag: ['@admin'] }, () => {
  test('a job from check-in to handover on a phone, without a network from before the check-in', async ({ site }) => {
    const mechanic = await staffAt(site, 'Ganesh Shinde', 'mechanic', phone);
    const booked = await bookByCall(site, { approvalLimit: 500 });
    await bringToday(site, booked);
    const { page } = mechanic;
    await page.goto(`${site.url}/admin?view=floor`);
    let taps = 0;
    const tap: Tap = async (name, role = 'button') => {
      taps += 1;
      await page.getByRole(role, { name, exact: typeof name === 'string' }).click();
    };
    await page.locator(`a[href*="${booked.id}"]`).click();
    await expect(heading(page, 'Check-in')).toBeVisible();

    await expect(page.getByText('Squeals from behind when slow')).toBeVisible();
    // The bay has no network: the bike is checked in, looked at and worked on without one.
    await mechanic.context.setOffline(true);
    taps = 1;
    await page.getByLabel('Odometer (km)').fill('12450');
    await tap('Fuel: 2 of 4', 'radio');
    for (const item of ['Key', 'Toolkit']) await tap(item, 'checkbox');
    await tap('Check in, start inspection');
    await expect(heading(page, 'Inspection')).toBeVisible();
    expect(taps, 'a check-in').toBeLessThanOrEqual(12);
    await tap('Front pads: Fine', 'radio');
    taps = 0;
    await tap('Air filter: Soon', 'radio');
    await tap(/^Send 1 line/);
    expect(taps, 'a finding is proposed with two taps').toBe(2);
    await expect(page.getByText('4 to send', { exact: true })).toBeVisible();
    await tap('Start the work');
    await expect(heading(page, 'Job card')).toBeVisible();
    await tap('Found, fixed', 'radio');
    await tickLines(page);
    expect(await countMarks(site, booked)).toBe(0);
    await mechanic.context.setOffline(false);
    await expect(page.getByText('All sent')).toBeVisible();
    // Also the air filter, which the limit approves.
    await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Air filter: Air filter replacement' })).toBeChecked();
    const sent = await countMarks(site, booked);

    await mechanic.context.setOffline(true);
    await page.getByText(/^Inspection: 2 of 12 checked/).click();
    await tap('Front pads: Not yet', 'radio');
    await tap('Tyre rear: Now', 'radio');
    await tap(/^Send 1 line/);
    await expect(page.getByText('3 to send', { exact: true })).toBeVisible();
    // A colleague has looked at the front pads meanwhile.
    await site.backend.sql`
      update booking_inspection set state = 'due_later', marked_at = now()
      where booking_id = ${booked.id} and point = 'front-pads'`;
    await mechanic.context.setOffline(false);
    const both = page.getByRole('alert').filter({ hasText: 'Two entries: Front pads: Not yet' });
    await expect(both.getByRole('definition')).toHaveText(['Not yet', 'Soon']);
    expect(await accessibilityViolations(page), 'two entries').toEqual([]);
    await tap('Keep mine: Front pads: Not yet');
    await expect(both).toBeHidden();
    await expect(page.getByText('All sent')).toBeVisible();
    expect(await countMarks(site, booked), 'each once').toBe(sent + 3);
    const lines = await site.backend.sql<{ name: string; status: string; decided_by: string | null }[]>`
      select name, status, decided_by from extra_work where booking_id = ${booked.id} order by position`;
    expect(lines.map((line) => ({ ...line }))).toEqual([
      { name: 'Air filter: Air filter replacement', status: 'approved', decided_by: 'limit' },
      { name: 'Tyre rear: Tyre Replacement (per tyre, tubeless)', status: 'proposed', decided_by: null },
    ]);

    const customer = await site.visit(phone);
    await customer.page.goto(`${site.url}/book-service#manage=${booked.manage_token}`);
    await customer.page.getByRole('button', { name: /^Later: Tyre rear/ }).click();
    await expect(customer.page.getByText('Later', { exact: true }).first()).toBeVisible();

    // The mechanic's page is still open: the answer arrives by itself.
    await expect(page.getByRole('button', { name: 'Work done, check it' })).toBeVisible();
    await tap('Work done, check it');
    await expect(heading(page, 'Quality check')).toBeVisible();

    await tap('Back to the work');
    await page.getByLabel('Why it goes back').fill('Rear brake drags');
    await tap('Back to the work');
    await expect(page.getByRole('checkbox', { name: 'Rear brake drags' })).toBeVisible();
    await tap('Rear brake drags', 'checkbox');
    await tap('Work done, check it');
    await expect(heading(page, 'Quality check')).toBeVisible();
    await tap('Start the ride');
    await expect(page.getByText(/^on the road since/)).toBeVisible();
    await tap('Brakes hold, front and rear', 'checkbox');
    await page.getByLabel('Odometer after the ride (km)').fill('12452');
    await tap('Save the ride');
    await expect(page.getByText(/^2.km, /)).toBeVisible();
    await page.getByLabel('Brand of the oil').fill('Motul');
    expect(await accessibilityViolations(page), 'oil').toEqual([]);
    await page.getByLabel(/^Why \d+ points are not checked/).fill('The customer waits');
    await tap('Ready');
    await expect(heading(page, 'Finish')).toBeVisible();
    await expect(page.getByText('(declined)')).toBeVisible();
    await expect(page.getByText(/At 17,450.km or by/)).toBeVisible();
    await tap('UPI, show QR');
    await expect(page.getByRole('img', { name: /^Code to pay ₹2,098/ })).toHaveAttribute('aria-busy', 'false');
    expect(await accessibilityViolations(page), 'finish').toEqual([]);

    await customer.page.reload();
    for (const figure of await codeOn(customer.page)) await tap(figure);
    await tap(/^Hand over/);
    await expect(page.getByText('The bike is handed over.')).toBeVisible();
    const [invoice] = await site.backend.sql<{ total: number; lines: { total_paise: number }[] }[]>`
      select total, data -> 'lines' as lines from invoices where booking_id = ${booked.id}`;
    expect(invoice?.total).toBe(1699 + 399);
    expect(invoice?.lines.map(({ total_paise }) => total_paise)).toEqual([1699_00, 399_00, 0, 0]);
    expect([...mechanic.complaints, ...customer.complaints].filter((each) => !/ERR_INTERNET/.test(each))).toEqual([]);
  });

  test('a photo waits on the phone without a network, is sent once, and its customer sees it', async ({ site }) => {
    const mechanic = await staffAt(site, 'Ganesh Shinde', 'mechanic', phone);
    const booked = await bookByCall(site);
    await bringToday(site, booked);
    const photo = await readPicture(site);
    const { page } = mechanic;
    await page.goto(`${site.url}/admin?view=floor&job=${booked.id}`);
    await expect(heading(page, 'Check-in')).toBeVisible();

    await mechanic.context.setOffline(true);
    await page.getByLabel('Add a photo: Check-in').setInputFiles(photo);
    await expectPicture(page.getByRole('img', { name: 'Check-in, not sent yet' }));
    expect(await readPhotos(site, booked)).toEqual([]);
    await mechanic.context.setOffline(false);
    await expectPicture(page.getByRole('img', { name: 'Check-in, 1' }));
    await page.reload();
    await expectPicture(page.getByRole('img', { name: 'Check-in, 1' }));
    expect(await readPhotos(site, booked)).toEqual(['check-in image/webp']);
    await page.getByLabel('Odometer (km)').fill('12450');
    await page.getByRole('button', { name: 'Check in, start inspection' }).click();
    await expect(heading(page, 'Inspection')).toBeVisible();
    await expect(page.getByText('All sent')).toBeVisible();

    const customer = await site.visit(phone);
    await customer.page.goto(`${site.url}/book-service#manage=${booked.manage_token}`);
    await expect(customer.page.getByText(/^Odometer 12,450.km$/)).toBeVisible();
    await expectPicture(customer.page.getByRole('img', { name: 'Your bike when it came, 1' }));
    expect(await accessibilityViolations(customer.page), 'report').toEqual([]);
    expect([...mechanic.complaints, ...customer.complaints].filter((each) => !/ERR_INTERNET/.test(each))).toEqual([]);
  });

  test('a photo that a phone without WebP took with Exif is stored as a JPEG without it', async ({ site }) => {
    const booked = await bookByCall(site);
    await bringToday(site, booked);
    const mechanic = await site.visit(phone);
    await mechanic.context.addInitScript(encodeAsWebKit);
    const { page } = mechanic;
    await signInAsAdmin(page, site);
    await page.goto(`${site.url}/admin?view=floor&job=${booked.id}`);
    await page.getByLabel('Add a photo: Check-in').setInputFiles(await readPicture(site));
    await expectPicture(page.getByRole('img', { name: 'Check-in, 1' }));
    expect(await readPhotos(site, booked)).toEqual(['check-in image/jpeg']);
    await page.getByLabel('Add a photo: Check-in').setInputFiles({ ...photoFile, buffer: Buffer.from('no picture') });
    await expect(page.getByText('This photo could not be read. Take another one.')).toBeVisible();
    expect(mechanic.complaints).toEqual([]);
  });

  test(
    'a photo is sent from the list after the handover; one of a cancelled job is listed with its reason',
    { tag: '@flow' },
    async ({ site }) => {
      const [done, cancelled] = [await bookByCall(site), await bookByCall(site)];
      const mechanic = await site.visit(phone);
      const { page } = mechanic;
      const storage = '**/storage/v1/object/job-photos/**';
      await signInAsAdmin(page, site);
      for (const booked of [done, cancelled]) {
        await bringToday(site, booked);
        await page.goto(`${site.url}/admin?view=floor&job=${booked.id}`);
        await expect(page.getByText('All sent')).toBeVisible();
        await page.route(storage, (route) => route.abort());
        await page.getByLabel('Add a photo: Check-in').setInputFiles(await readPicture(site));
        await expect(page.getByText('1 to send', { exact: true })).toBeVisible();
        await page.getByRole('link', { name: 'My jobs' }).click();
        await expect(heading(page, 'My jobs')).toBeVisible();
        await expect(page.getByText('1 to send', { exact: true })).toBeVisible();
        expect(await accessibilityViolations(page), 'a photo waits').toEqual([]);
        await site.backend.sql`
        update service_bookings set status = ${booked === done ? 'completed' : 'cancelled'}, closed_at = now()
        where id = ${booked.id}`;
        await page.unroute(storage);
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await expect(page.getByText(booked === done ? 'All sent' : '1 not sent', { exact: true })).toBeVisible();
      }
      expect(await readPhotos(site, done)).toEqual(['check-in image/webp']);
      expect(await readPhotos(site, cancelled)).toEqual([]);
      await page.reload();
      const refused = page.getByRole('alert').filter({ hasText: 'Could not send: MH12AB1234, Check-in.' });
      await expect(refused).toContainText('it was cancelled');
      await expectPicture(refused.getByRole('img'));
      expect(await accessibilityViolations(page), 'a photo is refused').toEqual([]);
      expect(await smallTargets(page, 48), 'a photo is refused').toEqual([]);
      await bringToday(site, cancelled);
      await page.goto(`${site.url}/admin?view=floor&job=${cancelled.id}`);
      await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
      expect(await smallTargets(page, 48), 'a refused photo on the page of its job').toEqual([]);
      await refused.getByRole('button', { name: /^Remove/ }).click();
      await expect(page.getByText('All sent')).toBeVisible();
    },
  );
});

const photoFile = { name: 'IMG_1.png', mimeType: 'image/png' };

/** What a camera gives to the page. */
async function readPicture({ url }: TestSite): Promise<typeof photoFile & { buffer: Buffer }> {
  const picture = await fetch(`${url}/apple-touch-icon.png`);
  return { ...photoFile, buffer: Buffer.from(await picture.arrayBuffer()) };
}

/** In a page: WebP is answered with PNG, and a JPEG has Exif and a segment of Photoshop, as in WebKit. */
function encodeAsWebKit(): void {
  const { toBlob } = HTMLCanvasElement.prototype;
  const segment = (marker: number, text: string) => [
    0xff,
    marker,
    0,
    text.length + 2,
    ...new TextEncoder().encode(text),
  ];
  HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
    if (type !== 'image/jpeg') return toBlob.call(this, done, 'image/png');
    const further = [...segment(0xe1, 'Exif\0\0MM\0*'), ...segment(0xed, 'Photoshop 3.0\0')];
    toBlob.call(
      this,
      (jpeg) => done(jpeg && new Blob([jpeg.slice(0, 2), new Uint8Array(further), jpeg.slice(2)], { type })),
      type,
      quality,
    );
  };
}

/** The policy of the page lets it load, and it is a picture. */
async function expectPicture(picture: Locator): Promise<void> {
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(0);
}

async function readPhotos({ backend }: TestSite, { id }: BookingByCall): Promise<string[]> {
  const rows = await backend.sql<{ photo: string }[]>`
    select split_part(name, '/', 2) || ' ' || (metadata ->> 'mimetype') as photo from storage.objects
    where name like ${`${id}/%`}`;
  return rows.map(({ photo }) => photo);
}

/** The bike comes today, with what its customer wrote. */
async function bringToday({ backend }: TestSite, { id }: BookingByCall): Promise<void> {
  await backend.sql`
    update service_bookings set status = 'assigned', mechanic = 'Ganesh Shinde', booking_date = private.today(),
      ready_date = private.today(), notes = 'Squeals from behind when slow'
    where id = ${id}`;
}

async function countMarks({ backend }: TestSite, { id }: BookingByCall): Promise<number> {
  const [row] = await backend.sql<{ marks: number }[]>`
    select count(*)::int as marks from private.job_marks where booking_id = ${id}`;
  return row?.marks ?? -1;
}
