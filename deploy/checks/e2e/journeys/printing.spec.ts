import { bookByCall, type BookingByCall } from '../book-by-call.ts';
import { accessibilityViolations } from '../check-accessibility.ts';
import { heading } from '../locators.ts';
import { desktop, phone, type TestSite } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { cutOnPaper } from '../cut-on-paper.ts';
import { clippedOnPaper, countSheets, sheet } from '../paper.ts';
import { waitForHydration } from '../wait-for-hydration.ts';
import { expect, test } from '../fixtures/test.ts';

const customerAddress = 'Flat 1204, B wing, Sample Heights, behind the water tank, NIBM Road, Kondhwa, Pune 411048';
const address = `${'Flat 1204, B wing, Sample Heights, behind the water tank, NIBM Road '.repeat(2).slice(0, 119)}.`;
const complaint = `${'Front brake squeals at low speed, pulls to the left, and the engine stops when cold. '.repeat(6).slice(0, 499)}.`;

/** The longest service, and the longest list. */
const jobs = [
  { name: 'a Comprehensive Service with add-ons', job: 'comprehensive-service', most: 43, tag: '@more' },
  { name: 'an inspection of 60 points', job: 'pre-purchase-inspection', most: 63, tag: [] },
];

/** Cards, a list, text. */
const inNpmTest = ['/services/royal-enfield/classic-350/general-service'];

const more = [
  '/',
  '/blog/chain-care-10-minutes',
  '/services',
  '/bikes/royal-enfield/classic-350',
  '/faq',
  '/location/kondhwa',
  '/book-service',
  '/services/category/brakes',
  '/services/oil-change',
  '/brands/royal-enfield',
  '/bikes',
  '/reviews',
  '/install',
  '/contact',
  '/about',
  '/blog',
];

test.describe('public pages on paper', { tag: ['@catalog'] }, () => {
  for (const path of [...inNpmTest, ...more])
    test(
      `a page break of ${path} cuts no row and no card, and parts no heading from its text; nothing is clipped`,
      { tag: more.includes(path) ? ['@more'] : [] },
      async ({ site }) => {
        const { page, complaints } = await site.visit(sheet);
        await page.goto(site.url + path);
        await waitForHydration(page);
        expect(await cutOnPaper(page)).toEqual([]);
        // The wall behind the bike of the home page goes on beyond the sheet.
        const belowHero = page.locator('main section').filter({ hasNot: page.locator('h1') });
        for (const paper of path === '/' ? await belowHero.all() : [page.getByRole('main')])
          expect(await clippedOnPaper(page, paper)).toEqual([]);
        await page.emulateMedia({ media: 'print' });
        await expect(page.locator('[role=search]:visible')).toHaveCount(0);
        expect(complaints).toEqual([]);
      },
    );
});

test.describe('on paper', { tag: ['@account', '@admin'] }, () => {
  test('an unpaid invoice of 14 lines is one A4 page, with what is to pay and a code to pay it', async ({ site }) => {
    const booked = await completed(site);
    for (const [viewport, colorScheme] of [[phone, 'light'] as const, [desktop, 'dark'] as const]) {
      const { page, complaints } = await site.visit(viewport, { colorScheme });
      await page.route('**/rpc/get_invoice', async (route) => {
        const answer = await route.fetch();
        const invoice = (await answer.json()) as { lines: object[]; customer: object };
        const line = { ...invoice.lines[0], description: 'Front disc brake pads, ceramic' };
        const customer = { ...invoice.customer, address: customerAddress, gstin: '27AAAAA0000A1ZX' };
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

  for (const { name, job, most, tag } of jobs)
    test(`a job card of ${name} is one A4 page, and nothing else is printed`, { tag }, async ({ site }) => {
      const { id, number } = await longestJob(site, job);
      const { page, complaints } = await site.visit(desktop, { colorScheme: 'dark' });
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?booking=${id}`);
      const sheet = page.getByRole('dialog', { name: `Booking ${number}` });
      const print = sheet.getByRole('button', { name: 'Print job card' });
      await expect(print).toBeVisible();
      await page.evaluate(() => {
        window.print = () => void (document.documentElement.dataset.printed = 'yes');
      });
      await print.click();
      await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
      const card = page.locator('[data-paper]');
      await expect(card).toBeHidden();
      expect(await countSheets(page), 'sheets').toBe(1);
      expect(await clippedOnPaper(page, card)).toEqual([]);
      const words = await page.locator('body').innerText();
      expect(words.startsWith('MH 12 AB 1234'), 'the card begins with the plate').toBe(true);
      for (const part of [complaint, address, 'Job card', 'Royal Enfield Classic 350', 'Chain slack (mm)', 'Signature'])
        expect(words).toContain(part);
      expect(words, 'nothing of the page or the sheet').not.toMatch(
        /Print job card|Not assigned, other days|Estimate|₹1,699/,
      );
      expect(words, 'nothing that the mechanic does not need').not.toMatch(/@|98220|27AAAAA/);
      const boxes = card.getByRole('listitem').filter({ hasText: 'To do: ' });
      await expect(boxes).toHaveCount(most);
      const plate = await card.getByText('MH 12 AB 1234').locator('..').boundingBox();
      expect(((plate?.height ?? 0) / 96) * 25.4, 'millimetres of the plate').toBeCloseTo(24, 0);
      const columns = new Set(await boxes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left)));
      expect(columns.size).toBe(most > 48 ? 3 : 2);
      expect(await accessibilityViolations(page), 'the card').toEqual([]);
      expect(complaints).toEqual([]);
    });
});

/** A booking with all that its fields allow: long texts, add-ons, every box of its package. */
async function longestJob(site: TestSite, packageSlug: string): Promise<BookingByCall> {
  const booked = await bookByCall(site, { mode: 'doorstep', approvalLimit: 500 });
  await site.backend.sql`
    update service_bookings set
      notes = ${complaint}, address_line = ${address}, landmark = ${'Opposite the bakery. '.repeat(4).slice(0, 79)},
      email = 'meera@example.com', gstin = '27AAAAA0000A1ZX', odometer_km = 12450, model_year = 2021,
      mechanic = 'Ganesh Shinde'
    where id = ${booked.id}`;
  await site.backend.sql`
    update booking_items set item_id = p.slug, name = p.name
    from packages p where p.slug = ${packageSlug} and booking_id = ${booked.id}`;
  await site.backend.sql`
    insert into booking_items (booking_id, position, package_type, item_id, name, quantity, unit_price, price, minutes)
    select ${booked.id}, 10 + a.sort, 'addon', a.slug, a.name, 1, 100, 100, 15
    from addons a where a.minutes > 0 order by a.sort limit 3`;
  return booked;
}

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
