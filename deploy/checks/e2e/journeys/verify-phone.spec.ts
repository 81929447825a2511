import { answerBookingSteps, classicGeneralService, packageTotal, takeWarrantyAndBook } from '../book-by-page.ts';
import { bookByCall, readFirstFree } from '../book-by-call.ts';
import { heading } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { pixelsTooWide } from '../too-wide.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('a code is asked for at the last step', { tag: ['@cart', '@flow'] }, () => {
  test('strangers have the share of the window: a guest types the code by keyboard, and nothing else again', async ({
    site,
  }) => {
    const { page, complaints } = await site.visit(phone);
    const at = await readFirstFree(site, 'doorstep');
    await page.goto(site.url + classicGeneralService);
    await takeWarrantyAndBook(page);
    await answerBookingSteps(page, { name: 'Ravi Deshpande', phone: '98220 33441' });
    // The guest's hold ends, and strangers take the time that the guest has chosen.
    await site.backend.sql`select private.end_hold(h, 'released') from private.slot_holds h where h.ended is null`;
    for (const guest of ['+917000000001', '+917000000002']) await bookByCall(site, { mode: 'doorstep', at, guest });
    await expect(bookByCall(site, { mode: 'doorstep', at, guest: '+917000000003' })).rejects.toThrow('verify_phone');
    const book = page.getByRole('button', { name: `Book for ${packageTotal}` });
    await book.focus();
    await page.keyboard.press('Enter');
    const title = page.getByRole('heading', { level: 2, name: 'Confirm your number' });
    await expect(title).toBeFocused();
    await expect(title).toBeInViewport();
    await expect(page.getByText('98220 33441').first()).toBeVisible();
    await expect(book).toBeHidden();
    expect(await pixelsTooWide(page)).toBe(0);

    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send the code' })).toBeFocused();
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Code from the SMS');
    await expect(field).toBeFocused();
    const { values } = await poll('the SMS', async () =>
      site.sms.findLast(({ template, to }) => template === 'sign_in_code' && to === '+919822033441'),
    );
    const { code = '' } = values;
    await page.keyboard.type(code === '111111' ? '222222' : '111111');
    await expect(page.getByText(/The code is wrong or has expired/)).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill('');
    await page.keyboard.type(code);

    await page.waitForURL('**/book-service#manage=*');
    await expect(heading(page)).toBeVisible();
    const [row] = await site.backend.sql`
      select b.customer_name, b.phone, b.vehicle_number, b.mode, b.address_line, b.estimated_price, u.phone as account,
        exists (select from private.unproven_bookings p where p.booking_id = b.id) as unproven
      from public.service_bookings b left join auth.users u on u.id = b.user_id where b.phone = '+919822033441'`;
    expect({ ...row }).toEqual({
      customer_name: 'Ravi Deshpande',
      phone: '+919822033441',
      vehicle_number: 'MH12ZZ0042',
      mode: 'doorstep',
      address_line: 'B-402, Ganga Heights, NIBM Road',
      estimated_price: 2048,
      account: '919822033441',
      unproven: false,
    });
    // The first attempt was refused, and the first code was wrong.
    expect(complaints.filter((text) => !/status of (409|403)/.test(text))).toEqual([]);
  });
});
