import { bookByCall, type BookingByCall } from '../book-by-call.ts';
import { answerBookingSteps, classicGeneralService, confirmBooking, takeWarrantyAndBook } from '../book-by-page.ts';
import { accessibilityViolations } from '../check-accessibility.ts';
import { heading } from '../locators.ts';
import { desktop, phone, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { pixelsTooWide } from '../too-wide.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('the link of the SMS', { tag: ['@cart', '@admin'] }, () => {
  test(
    'a guest books in one browser; a press in the browser of the phone proves the number and opens the booking',
    { tag: '@flow' },
    async ({ site }) => {
      const desk = await site.visit(desktop);
      await desk.page.goto(site.url + classicGeneralService);
      await takeWarrantyAndBook(desk.page);
      await answerBookingSteps(desk.page, { name: 'Ravi Deshpande', phone: '98220 44551' });
      await confirmBooking(desk.page);
      await desk.page.waitForURL('**/book-service#manage=*');
      const code = await codeSentTo(site, '+919822044551');
      expect(await stateOf(site, '+919822044551')).toEqual({ proven: false, unproven: true, events: [] });

      const mobile = await site.visit(phone);
      const { page, requests, complaints } = mobile;
      const referrers: string[] = [];
      page.on('request', (request) => referrers.push(request.headers()['referer'] ?? ''));
      await page.goto(`${site.url}/book-service?${code}`, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1, name: 'Confirm your number' })).toBeFocused();
      expect(await pixelsTooWide(page)).toBe(0);
      await page.reload();
      const button = page.getByRole('button', { name: 'Confirm and open the booking' });
      await expect(button).toBeVisible();
      expect(requests.filter((address) => address.includes('prove_number'))).toEqual([]);
      expect(await stateOf(site, '+919822044551')).toEqual({ proven: false, unproven: true, events: [] });

      await button.focus();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/book-service#manage=*');
      await expect(page.getByText('₹2,048').first()).toBeVisible();
      expect(new URL(page.url()).hash).toBe(new URL(desk.page.url()).hash);
      expect(await stateOf(site, '+919822044551')).toEqual({
        proven: true,
        unproven: false,
        events: [{ actor: 'customer', data: { by: 'link' } }],
      });
      await page.goBack();
      expect(page.url(), 'no entry of the history has the code').not.toContain(code);
      // Twice opened: only the document itself was asked for with the code.
      expect(requests.filter((address) => address.includes(code))).toEqual(
        Array(2).fill(`${site.url}/book-service?${code}`),
      );
      expect(referrers.filter((address) => address.includes(code))).toEqual([]);
      expect(desk.requests.filter((address) => address.includes(code))).toEqual([]);
      expect(await desk.page.content()).not.toContain(code);
      expect([...complaints, ...desk.complaints]).toEqual([]);
    },
  );

  test('an unknown code says what to do; the phone and the sign-in are offered', async ({ site }) => {
    const { page } = await site.visit(phone);
    await page.goto(`${site.url}/book-service?0000000000`);
    await page.getByRole('button', { name: 'Confirm and open the booking' }).click();
    await expect(heading(page, 'We do not know this link')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Call / }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Sign in with your number' }).click();
    await expect(page.getByLabel('Mobile number')).toBeVisible();
  });

  test('staff confirm the number with the code that the caller reads aloud', { tag: '@flow' }, async ({ site }) => {
    const booked = await bookByCall(site, { guest: '+919822044552' });
    const code = await codeSentTo(site, '+919822044552');
    const admin = await site.visit(phone);
    await signInAsAdmin(admin.page, site);
    const sheet = await openSheet(site, admin.page, booked);
    await sheet.getByRole('button', { name: 'Confirm the number' }).click();
    const field = sheet.getByLabel('Confirm the number');
    await expect(field).toBeFocused();
    await field.fill(code.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')));
    await admin.page.keyboard.press('Enter');
    await expect(sheet.getByText(/This is not the code in the SMS of this booking/)).toBeVisible();
    expect(await accessibilityViolations(admin.page)).toEqual([]);
    await field.fill(`${code.slice(0, 5)} ${code.slice(5)}`.toLowerCase());
    await admin.page.keyboard.press('Enter');
    await expect(sheet.getByText('The number 98220 44552 is confirmed')).toBeVisible();
    await expect(sheet.getByText('The number is not confirmed')).toBeHidden();
    await expect(sheet.getByText(/Number confirmed with the code of our SMS, read aloud to us/)).toBeVisible();
    expect(await stateOf(site, '+919822044552')).toEqual({
      proven: true,
      unproven: false,
      events: [{ actor: 'admin', data: { by: 'staff' } }],
    });
    // The first code was wrong.
    expect(admin.complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
  });
});

/** The code in the confirmation of a guest. */
async function codeSentTo(site: TestSite, number: string): Promise<string> {
  const { text, values } = await poll(`the SMS to ${number}`, async () =>
    site.sms.findLast(({ template, to }) => template === 'confirmation' && to === number),
  );
  expect(text).not.toContain('#manage');
  const code = /\/book-service\?([0-9A-HJKMNP-TV-Z]{10})$/.exec(values['link'] ?? '')?.[1];
  if (!code) throw new Error(`The SMS has no code: ${text}`);
  return code;
}

/** What is known about a number and its one booking. */
async function stateOf(site: TestSite, number: string): Promise<object> {
  const [row] = await site.backend.sql`
    select private.is_number_proven(b.phone) as proven,
      exists (select from private.unproven_bookings u where u.booking_id = b.id) as unproven,
      array(
        select jsonb_build_object('actor', e.actor, 'data', e.data) from public.booking_events e
        where e.booking_id = b.id and e.kind = 'number_proven'
      ) as events
    from public.service_bookings b where b.phone = ${number}`;
  return { ...row };
}

async function openSheet(site: TestSite, page: Awaited<ReturnType<TestSite['visit']>>['page'], booked: BookingByCall) {
  await page.goto(`${site.url}/admin?booking=${booked.id}`);
  const sheet = page.getByRole('dialog', { name: `Booking ${booked.number}` });
  await expect(sheet).toBeVisible();
  return sheet;
}
