import type { Page } from 'playwright-core';
import { answerBookingSteps, putServiceIntoCart } from '../book-by-page.ts';
import { accessibilityViolations } from '../check-accessibility.ts';
import { expect, test } from '../fixtures/test.ts';
import { desktop, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';

const customer = '+919822054366';
const society = '+919822054367';

async function openBoard(site: TestSite): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await site.visit(desktop);
  await signInAsAdmin(page, site);
  await page.goto(`${site.url}/admin`);
  await page.getByRole('region', { name: 'Board of the day' }).waitFor();
  return { page, complaints };
}

/** The first free time, then the booking. */
async function bookIt(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /of \d free/ })
    .first()
    .click();
  await page.getByText('is held while you talk.').waitFor();
  await page.getByRole('button', { name: /^Yes, book for/ }).click();
  await page.getByText(/^Booked, No\./).waitFor();
}

test.describe('requests at the desk', { tag: ['@admin'] }, () => {
  test(
    'a request to be called back comes up by itself, is tried, booked, and closed by its booking',
    { tag: '@flow' },
    async ({ site }) => {
      const { page, complaints } = await openBoard(site);
      await expect(page.getByRole('region', { name: 'To call back' })).toBeHidden();
      const { sql } = site.backend;
      await sql`
      select public.request_callback('message', 'Sunita Pawar', ${customer}, '{"message": "Brakes squeal when it rains"}')`;
      const list = page.getByRole('region', { name: 'To call back' });
      await list.getByText('Brakes squeal when it rains').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await list.getByRole('button', { name: /^No answer ?: Sunita Pawar$/ }).click();
      await list.getByText(/^No answer: tried/).waitFor();

      await list.getByRole('button', { name: /^Book this ?: Sunita Pawar$/ }).click();
      await expect(page.getByRole('textbox', { name: /Phone/ })).toHaveValue(customer);
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Sunita Pawar');
      await expect(page.getByLabel('Their words, a line on the job card')).toHaveValue('Brakes squeal when it rains');
      await page.getByRole('combobox', { name: 'Brand or model' }).fill('activa 6g');
      await page.getByRole('option', { name: /Activa 6G/ }).click();
      await page.getByLabel('A job, or what is wrong').fill('brake');
      await bookIt(page);
      const [row] = await sql<{ outcome: string; calls: string }[]>`
      select c.outcome, (select string_agg(l.outcome::text, ' ' order by l.called_at) from customer_calls l) as calls
      from callback_requests c`;
      expect({ ...row }).toEqual({ outcome: 'booked', calls: 'no_answer booked' });
      expect(complaints).toEqual([]);
    },
  );

  test(
    'SOCIETY5 for one bike online shows that groups book by phone, with a call link',
    { tag: '@flow' },
    async ({ site }) => {
      const { page, complaints } = await site.visit();
      await putServiceIntoCart(page, site.url);
      await page.goto(`${site.url}/book-service`);
      await answerBookingSteps(page, { name: 'Sunita Pawar', phone: '98220 54368' });
      await page.getByText('I have a coupon').click();
      await page.getByLabel('Coupon', { exact: true }).fill('SOCIETY5');
      await page.getByRole('button', { name: 'Use the coupon' }).click();
      await page
        .getByText('it is for 3 bikes or more at one address. Call us on 90000 00010, and we book them together')
        .waitFor();
      await expect(page.getByRole('link', { name: 'Call 90000 00010' }).first()).toHaveAttribute(
        'href',
        'tel:+919000000010',
      );
      await expect(page.getByRole('button', { name: 'Book for ₹1,699' })).toBeEnabled();
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test(
    'three bikes of one caller are a group with SOCIETY5, which holds for the first two as well',
    { tag: '@flow' },
    async ({ site }) => {
      const { page, complaints } = await openBoard(site);
      await page.keyboard.press('b');
      await page.getByRole('textbox', { name: /Phone/ }).fill(society.slice(3));
      await page.getByLabel('Name', { exact: true }).fill('Sunita Pawar');
      for (const bike of [1, 2, 3]) {
        await page
          .getByRole('radio', { name: 'Another bike' })
          .or(page.getByRole('combobox', { name: 'Brand or model' }))
          .first()
          .waitFor();
        const other = page.getByRole('radio', { name: 'Another bike' });
        if (await other.isVisible()) await other.check();
        await page.getByRole('combobox', { name: 'Brand or model' }).fill('activa 6g');
        await page.getByRole('option', { name: /Activa 6G/ }).click();
        await page.getByLabel('Number plate').fill(`MH 12 QX 000${bike}`);
        await page.getByLabel('A job, or what is wrong').fill('general service');
        await page.getByRole('radio', { name: /At the workshop/ }).check();
        await bookIt(page);
        if (bike < 3) await page.getByRole('button', { name: 'Another bike of this caller' }).click();
      }
      const rows = await site.backend.sql<{ estimated_price: number; coupon_code: string | null; groups: number }[]>`
      select estimated_price, coupon_code, (select count(distinct group_id)::int from service_bookings where phone = ${society}) as groups
      from service_bookings where phone = ${society}`;
      expect(rows.map((row) => ({ ...row }))).toEqual(
        Array.from({ length: 3 }, () => ({ estimated_price: 855, coupon_code: 'SOCIETY5', groups: 1 })),
      );
      expect(complaints).toEqual([]);
    },
  );
});
