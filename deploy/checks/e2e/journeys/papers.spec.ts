import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { accessibilityViolations } from '../check-accessibility.ts';
import { staffAt } from '../hire.ts';
import { heading } from '../locators.ts';
import { desktop, phone } from '../open-test-site.ts';
import { clippedOnPaper, countSheets } from '../paper.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { codeOn, tickLines } from '../workshop.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('the papers of a job', { tag: ['@admin', '@account'] }, () => {
  test('a correction that is stale shows what a colleague wrote, and is merged', { tag: '@flow' }, async ({ site }) => {
    const { id, number } = await bookByCall(site);
    const [one, other] = [await site.visit(desktop), await site.visit(desktop)];
    const forms: Locator[] = [];
    for (const { page } of [one, other]) {
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?booking=${id}`);
      await page.getByRole('button', { name: 'Correct…' }).click();
      forms.push(page.getByRole('dialog', { name: `Correct booking ${number}` }));
    }
    const [first, second] = forms as [Locator, Locator];
    await first.getByLabel('Name', { exact: true }).fill('Meera Joshi Rao');
    await first.getByLabel('Model year').fill('2022');
    await first.getByRole('button', { name: 'Save' }).click();
    await expect(one.page.getByText(`Booking ${number} is corrected`)).toBeVisible();

    await second.getByLabel('Name', { exact: true }).fill('Mira Joshi');
    await second.getByLabel('Notes').fill('Gate 2');
    await second.getByRole('button', { name: 'Save' }).click();
    const name = second.getByRole('group', { name: 'Name' });
    await expect(name.getByRole('radio', { name: /^Meera Joshi Rao/ })).toBeVisible();
    await expect(second.getByText('Taken over from them: model year.')).toBeVisible();
    expect(await accessibilityViolations(other.page), 'both values').toEqual([]);
    await name.getByRole('radio', { name: /^Mira Joshi/ }).check();
    await second.getByRole('button', { name: 'Save' }).click();
    await expect(other.page.getByText(`Booking ${number} is corrected`)).toBeVisible();
    const [row] = await site.backend.sql`
      select customer_name, model_year, notes, edits from service_bookings where id = ${id}`;
    expect({ ...row }).toEqual({ customer_name: 'Mira Joshi', model_year: 2022, notes: 'Gate 2', edits: 2 });
    expect([...one.complaints, ...other.complaints].filter((each) => !/409/.test(each))).toEqual([]);
  });

  test(
    'other work that costs more waits for the customer, who agrees at the link',
    { tag: '@flow' },
    async ({ site }) => {
      const booked = await bookByCall(site);
      const desk = await site.visit(desktop);
      await signInAsAdmin(desk.page, site);
      await desk.page.goto(`${site.url}/admin?booking=${booked.id}`);
      await desk.page.getByRole('button', { name: 'Change what is done…' }).click();
      const dialog = desk.page.getByRole('dialog', { name: 'Change what is done' });
      await dialog.getByRole('checkbox', { name: /90/ }).check();
      await expect(dialog.getByText('₹2,048')).toBeVisible();
      expect(await accessibilityViolations(desk.page), 'change of work').toEqual([]);
      await dialog.getByRole('button', { name: 'Ask the customer' }).click();
      await expect(desk.page.getByText(/The customer is asked since/)).toBeVisible();

      const customer = await site.visit(phone);
      await customer.page.goto(`${site.url}/book-service#manage=${booked.manage_token}`);
      const question = customer.page.getByRole('region', { name: 'We need your answer' });
      await expect(question.getByRole('heading', { name: 'Other work + ₹349' })).toBeInViewport({ ratio: 1 });
      await expect(question.getByText('Then ₹2,048 in all.')).toBeInViewport({ ratio: 1 });
      for (const answer of await question.getByRole('button').all()) {
        await expect(answer).toBeInViewport({ ratio: 1 });
        expect((await answer.boundingBox())!.height).toBeGreaterThanOrEqual(52);
      }
      await expect(customer.page).toHaveTitle('(1) Your answer, Twostroke');
      expect(await accessibilityViolations(customer.page), 'the question').toEqual([]);
      await question.getByRole('button', { name: /^Yes, do it/ }).click();
      await expect(question).toBeHidden();
      await expect(customer.page.getByText('₹2,048').first()).toBeVisible();
      await expect(desk.page.getByText(/The customer is asked since/)).toBeHidden();
      expect([...desk.complaints, ...customer.complaints]).toEqual([]);
    },
  );

  test(
    'a credit note and a new invoice are papers of their own, each on one A4 page',
    { tag: '@flow' },
    async ({ site }) => {
      const booked = await bookByCall(site);
      await site.backend.sql`
      insert into payments (booking_id, method, provider, reference, amount_paise, status, created_at)
      values (${booked.id}, 'cash', 'desk', 'TSADVANCE01', 100000, 'created', now())`;
      await site.backend.sql`
      select private.capture_payment(id, amount_paise, 'admin') from payments where booking_id = ${booked.id}`;
      await site.backend.sql`update service_bookings set status = 'completed' where id = ${booked.id}`;
      const office = await site.visit(desktop);
      const { page } = office;
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?view=invoice&booking=${booked.id}`);
      await page.getByText('Credit note…').click();
      await page.getByLabel('General Service').fill('200');
      await page.getByRole('form', { name: 'Credit note' }).getByLabel('Reason').fill('The pad was faulty');
      await page.getByRole('button', { name: 'Issue the credit note' }).click();
      await page.getByRole('button', { name: /^Credit note CN\S+, ₹200$/ }).click();
      const note = page.getByRole('region', { name: /^Credit note CN/ });
      await expect(note.getByText('The reason: The pad was faulty.')).toBeVisible();
      expect(await accessibilityViolations(page), 'credit note').toEqual([]);
      expect(await countSheets(page)).toBe(1);

      await page.getByText('Replace the invoice…').click();
      const form = page.getByRole('form', { name: 'Replace the invoice' });
      await form.getByLabel('Name on the invoice').fill('Joshi Motors');
      await form.getByLabel('Reason').fill('The firm was left out');
      await form.getByRole('button', { name: 'Replace the invoice' }).click();
      await expect(page.getByText(/takes its place/)).toBeVisible();

      const customer = await site.visit(phone);
      await customer.page.goto(`${site.url}/book-service#manage=${booked.manage_token}`);
      await customer.page.getByRole('button', { name: 'Invoice' }).click();
      const invoice = customer.page.getByRole('region', { name: /^Invoice TS/ });
      await expect(invoice.getByText('Joshi Motors')).toBeVisible();
      await expect(invoice.getByText('In place of')).toBeVisible();
      await expect(invoice.getByRole('button', { name: /^Credit note CN/ })).toHaveCount(2);
      expect(await accessibilityViolations(customer.page), 'invoice').toEqual([]);
      await expect(invoice.getByText(/^Paid in advance: receipt voucher RV/)).toBeVisible();
      await invoice.getByRole('button', { name: /^Receipt voucher RV\S+, ₹1,000$/ }).click();
      const voucher = customer.page.getByRole('region', { name: /^Receipt voucher RV/ });
      await expect(voucher.getByText('Paid ₹1,000 in cash')).toBeVisible();
      expect(await accessibilityViolations(customer.page), 'receipt voucher').toEqual([]);
      expect(await countSheets(customer.page)).toBe(1);
      await voucher
        .getByRole('button', { name: /^Invoice TS/ })
        .first()
        .click();
      const download = customer.page.waitForEvent('download');
      await invoice.getByRole('button', { name: 'Download PDF' }).click();
      const pdf = readFileSync(await (await download).path());
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.length, 'bytes, with the letters in use').toBeGreaterThan(5_000);
      expect(pdf.length, 'bytes').toBeLessThan(60_000);
      expect(await countSheets(customer.page)).toBe(1);
      expect(await clippedOnPaper(customer.page, invoice)).toEqual([]);
      expect([...office.complaints, ...customer.complaints]).toEqual([]);
    },
  );

  test(
    'findings in a scooter at work: one question, two yes, one later, one no; billed right, and booked the next time',
    { tag: '@flow' },
    async ({ site }) => {
      const floor = await staffAt(site, 'Ganesh Shinde', 'mechanic', phone);
      const priced = await site.backend.sql<{ slug: string; price: number }[]>`
      select package_slug as slug, price from model_offers where model_id = 'honda/activa-6g'`;
      const priceOf = (item: string): number => priced.find(({ slug }) => slug === item)!.price;
      const service = 'comprehensive-service';
      const scooter = { model: 'honda/activa-6g', service, price: priceOf(service), plate: 'MH12ZZ4242' };
      const booked = await bookByCall(site, { bike: scooter });
      await site.backend.sql`
      update service_bookings set status = 'assigned', mechanic = 'Ganesh Shinde', booking_date = private.today(),
        ready_date = private.today() where id = ${booked.id}`;
      const { page } = floor;
      await page.goto(`${site.url}/admin?view=floor&job=${booked.id}`);
      await page.getByLabel('Odometer (km)').fill('12450');
      for (const step of ['Check in, start inspection', 'Start the work'])
        await page.getByRole('button', { name: step }).click();
      await page.getByText(/^Inspection: 0 of/).click();
      for (const found of ['Drive belt: Now', 'Rollers and clutch shoes: Soon', 'Battery: Soon', 'Front shoes: Soon'])
        await page.getByRole('radio', { name: found }).click();
      for (const found of ['Rear shoes: Now', 'Air filter: Now'])
        await page.getByRole('radio', { name: found }).click();
      await expect(page.getByText('In the Comprehensive Service: no line needed')).toBeVisible();
      await page.getByRole('button', { name: /^Send 4 lines/ }).click();
      await expect(page.getByText('Waits for the customer’s answer.', { exact: false })).toBeVisible();
      const customer = await site.visit(phone);
      await customer.page.goto(`${site.url}/book-service#manage=${booked.manage_token}`);
      await expect(heading(customer.page)).toContainText('needs your answer');
      for (const [work, said] of [
        [/Drive belt/, /^Yes, do it/],
        [/Battery/, /^Yes, do it/],
        [/Front shoes/, /^Later/],
        [/Rear shoes/, /^No, leave it/],
      ] as const)
        await customer.page
          .getByRole('button', { name: said })
          .and(customer.page.getByRole('button', { name: work }))
          .click();
      await expect(heading(customer.page)).not.toContainText('needs your answer');

      await page.getByText('Used on this bike').click();
      const used = page.getByRole('region', { name: 'Used on this bike' });
      await used.getByLabel('Name', { exact: true }).fill('Drive belt');
      await used.getByLabel('Make').fill('Honda');
      await used.getByLabel('Price (₹)').fill('400');
      await used.getByLabel('Its price is part of').selectOption({ label: belt });
      await used.getByRole('button', { name: 'Add to the job' }).click();
      await page.getByRole('button', { name: 'Start the timer' }).click();
      await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
      await expect(page.getByText('All sent')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Pause' }), 'the timer runs on').toBeVisible();
      expect(await accessibilityViolations(page), 'parts and timer').toEqual([]);

      await tickLines(page);
      await page.getByRole('button', { name: 'Work done, check it' }).click();
      await page.getByLabel('Brand of the oil').fill('Motul');
      await page.getByLabel(/^Why \d+ points are not checked/).fill('The customer waits');
      await page.getByRole('button', { name: 'Ready' }).click();
      await expect(heading(page, 'Finish')).toBeVisible();
      await customer.page.reload();
      for (const figure of await codeOn(customer.page))
        await page.getByRole('button', { name: figure, exact: true }).click();
      await page.getByRole('button', { name: /^Hand over/ }).click();
      await expect(page.getByText('The bike is handed over.')).toBeVisible();
      const [invoice] = await site.backend.sql<
        { total: number; lines: { description: string; total_paise: number }[] }[]
      >`
      select total, data -> 'lines' as lines from invoices where booking_id = ${booked.id}`;
      expect(invoice?.total).toBe(scooter.price + priceOf('cvt-service') + priceOf('battery-replacement'));
      expect(invoice?.lines.map((line) => [line.description, line.total_paise / 100])).toEqual([
        ['Comprehensive Service', scooter.price],
        [belt, priceOf('cvt-service') - 400],
        ['Battery: Battery Replacement (12 V, with warranty)', priceOf('battery-replacement')],
        ['Drive belt, Honda', 400],
        ['Engine oil, Motul 10W-30 MB, included', 0],
        ['Front shoes: Brake Pad / Shoe Replacement (per wheel) (declined)', 0],
        ['Rear shoes: Brake Pad / Shoe Replacement (per wheel) (declined)', 0],
      ]);

      const desk = await staffAt(site, 'Meera Kale', 'desk');
      await desk.page.goto(`${site.url}/admin?view=caller`);
      await desk.page.getByRole('textbox', { name: /Phone/ }).fill('9822054321');
      await desk.page.getByRole('radio', { name: /4242/ }).check();
      await desk.page.getByLabel('A job, or what is wrong').fill('oil change');
      for (const shoes of ['Front shoes', 'Rear shoes'])
        await desk.page.getByRole('checkbox', { name: new RegExp(`^Add ${shoes}`) }).check();
      await desk.page.getByRole('radio', { name: /^At the workshop/ }).check();
      await desk.page
        .getByRole('button', { name: /of \d free/ })
        .first()
        .click();
      await desk.page.getByRole('button', { name: /^Yes, book for/ }).click();
      await desk.page.getByText(/^Booked, No\./).waitFor();
      const next = await site.backend.sql<{ name: string }[]>`
      select i.name from booking_items i join declined_work d on d.id = i.declined_id and d.booked_with = i.booking_id
      where d.vehicle_number = ${scooter.plate} order by i.name`;
      expect(next.map(({ name }) => name.split(':')[0])).toEqual(['Front shoes', 'Rear shoes']);
      expect([...floor.complaints, ...customer.complaints, ...desk.complaints]).toEqual([]);
    },
  );
});

/** One line puts right what was found at two points. */
const belt = 'Drive belt, Rollers and clutch shoes: Scooter CVT & Belt Service';
