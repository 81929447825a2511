import { bookByCall, type BookingByCall } from '../book-by-call.ts';
import { accessibilityViolations, injectAxe } from '../check-accessibility.ts';
import { heading } from '../locators.ts';
import { desktop, phone, type TestSite } from '../open-test-site.ts';
import { clippedOnPaper, countSheets } from '../paper.ts';
import { expect, test } from '../fixtures/test.ts';

const address = 'Flat 1204, B wing, Sample Heights, behind the water tank, NIBM Road, Kondhwa, Pune 411048';

test.describe('on paper', { tag: ['@account', '@admin'] }, () => {
  test('an unpaid invoice of 14 lines is one A4 page, with what is to pay and a code to pay it', async ({ site }) => {
    const booked = await completed(site);
    for (const [viewport, colorScheme] of [[phone, 'light'] as const, [desktop, 'dark'] as const]) {
      const { page, context, complaints } = await site.visit(viewport, { colorScheme });
      await injectAxe(context);
      await page.route('**/rpc/get_invoice', async (route) => {
        const answer = await route.fetch();
        const invoice = (await answer.json()) as { lines: object[]; customer: object };
        const line = { ...invoice.lines[0], description: 'Front disc brake pads, ceramic' };
        const customer = { ...invoice.customer, address, gstin: '27AAAAA0000A1ZX' };
        await route.fulfill({ response: answer, json: { ...invoice, customer, lines: Array(14).fill(line) } });
      });
      await page.goto(`${site.url}/book-service#manage=${booked.manage_token}`);
      await page.getByRole('button', { name: 'Invoice' }).click();
      await expect(heading(page, /^Invoice TS\/\d\d-\d\d\/\d{6}$/)).toBeVisible();
      const invoice = page.getByRole('region', { name: /^Invoice TS/ });
      await expect(invoice.getByRole('row')).toHaveCount(viewport === phone ? 15 : 16);
      await expect(invoice.getByText('To pay ₹1,699')).toBeVisible();
      if (viewport === phone) expect(await paymentsOf(site, booked), 'reading an invoice writes nothing').toBe(0);
      await page.getByRole('button', { name: 'Show the code to pay' }).click();
      await expect(page.getByRole('img', { name: /^Code to pay ₹1,699/ })).toBeVisible();
      expect(await accessibilityViolations(page), `the invoice at ${viewport.width} px`).toEqual([]);
      expect(await countSheets(page), `sheets, from a window of ${viewport.width} px`).toBe(1);
      expect(await clippedOnPaper(page, invoice)).toEqual([]);
      await expect(heading(page), 'the number is on the invoice itself').toBeHidden();
      const ink = await invoice.evaluate((one) => getComputedStyle(one).color);
      expect(ink, 'dark ink on white paper, in the dark theme too').toBe('rgb(20, 32, 29)');
      expect(complaints).toEqual([]);
    }
  });
});

/** A booking that is done and not paid. */
async function completed(site: TestSite): Promise<BookingByCall> {
  const booked = await bookByCall(site);
  await site.backend.sql`
    update service_bookings set status = 'completed', final_price = 1699, odometer_km = 12450, closed_at = now()
    where id = ${booked.id}`;
  return booked;
}

async function paymentsOf(site: TestSite, { id }: BookingByCall): Promise<number | undefined> {
  const [row] = await site.backend.sql<{ count: number }[]>`
    select count(*)::int from payments where booking_id = ${id}`;
  return row?.count;
}
