import { formatDay, formatWindow } from '@twostroke/shared/domain/calendar';
import { accessibilityViolations } from '../check-accessibility.ts';
import { bookByCall } from '../book-by-call.ts';
import { goToWorkshopTimes, windowAt } from '../book-by-page.ts';
import { heading } from '../locators.ts';
import { cancelByCall, endOffer, fillOne, joinLine, linkOfOffer, mailboxOf, offerTo } from '../offer-place.ts';
import { phone } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { pixelsTooWide } from '../too-wide.ts';
import { poll } from '../../../backend/testing/poll.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('the waitlist', { tag: ['@cart', '@admin'] }, () => {
  test(
    'a customer waits for a full window, another one releases it, a message offers it, and its link books it',
    { tag: '@flow' },
    async ({ site }) => {
      const { wanted, last } = await fillOne(site);
      const inWords = formatWindow(wanted.start, wanted.end);

      const { page, context, complaints } = await site.visit({ width: 320, height: 700 });
      await goToWorkshopTimes(page, site.url);
      const row = await windowAt(page, wanted);
      await expect(row.getByText('full')).toBeVisible();
      const wait = page.getByRole('button', { name: `${inWords} is full. Tell me if a place frees up` });
      await wait.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'If a place frees up' });
      await dialog.getByLabel('Name', { exact: true }).fill('Sunita Pawar');
      await dialog.getByLabel('Mobile', { exact: true }).fill('98230 54399');
      expect(await pixelsTooWide(page)).toBe(0);
      await context.setOffline(true);
      await page.keyboard.press('Enter');
      await expect(
        dialog.getByText('There is no internet connection. Nothing is lost: try again when it is back.'),
      ).toBeVisible();
      await context.setOffline(false);
      await dialog.getByRole('button', { name: 'Tell me if a place frees up' }).click();
      const email = dialog.getByLabel('Email');
      await expect(email, 'this number is not confirmed').toBeFocused();
      await expect(dialog.getByText(/this number is not confirmed, so the link comes by mail$/)).toBeVisible();
      expect(await pixelsTooWide(page)).toBe(0);
      await email.fill('sunita@example.com');
      await page.keyboard.press('Enter');
      await expect(dialog.getByText('You’re number 1 in line.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      expect(await wait.evaluate((button) => button === document.activeElement)).toBe(true);

      const admin = await site.visit();
      await signInAsAdmin(admin.page, site);
      await admin.page.goto(`${site.url}/admin?date=${wanted.date}`);
      await admin.page.getByText('1 waits for a place').click();
      await expect(admin.page.getByText('Sunita Pawar', { exact: true })).toBeVisible();
      await admin.context.close();

      expect(offerTo(site, 'sunita@example.com'), 'nothing is free yet').toBeUndefined();
      await cancelByCall(site, last);
      const link = await linkOfOffer(site, 'sunita@example.com');
      expect(
        site.sms.some(({ to }) => to === '+919823054399'),
        'no SMS goes to an unproven number',
      ).toBe(false);
      await expect(bookByCall(site, { at: wanted }), 'the place is not available to others').rejects.toThrow(
        /slot_taken/,
      );

      // On another phone without any stored data.
      const other = await site.visit(phone);
      await other.page.goto(link);
      await expect(heading(other.page, 'Your details')).toBeVisible();
      await expect(other.page.getByText(`${formatDay(wanted.date)}, ${inWords}`, { exact: true })).toBeVisible();
      await expect(other.page.getByText(/^Kept until/)).toBeVisible();
      expect(new URL(other.page.url()).hash, 'the token leaves the address').toBe('');
      expect(
        other.requests.some((address) => address.includes(tokenOf(link))),
        'and no requested address contains it',
      ).toBe(false);
      expect(await other.page.getByLabel('Name', { exact: true }).inputValue()).toBe('Sunita Pawar');
      await other.page.getByLabel('Number plate').fill('MH12ZZ0042');
      await other.page.getByRole('button', { name: 'Book for ₹1,699' }).click();
      await other.page.waitForURL('**/book-service#manage=*');
      await expect(other.page.getByText(formatDay(wanted.date), { exact: true }).first()).toBeVisible();
      const [booked] = await site.backend.sql`
    select b.booking_date::text as date, to_char(b.booking_time, 'HH24:MI') as start, w.state
    from service_bookings b join waitlist w on private.kept_request(w.offer_request_id) = b.request_id where b.customer_name = 'Sunita Pawar'`;
      expect({ ...booked }).toEqual({ date: wanted.date, start: wanted.start, state: 'claimed' });

      await other.page.goto('about:blank');
      await other.page.goto(link);
      await expect(heading(other.page, 'You have booked this time')).toBeVisible();
      expect([
        complaints.filter((words) => !/ERR_INTERNET_DISCONNECTED|status of 422/.test(words)),
        other.complaints,
      ]).toEqual([
        // Without the network, and without an e-mail address.
        [],
        // The database's answer to a used link.
        other.complaints.filter((words) => words.includes('409')),
      ]);
    },
  );

  test(
    'an expired offer passes to the next in line, and its link then offers the free times',
    { tag: '@flow' },
    async ({ site }) => {
      const { wanted, last } = await fillOne(site);
      for (const number of ['9823054301', '9823054302']) await joinLine(site, wanted, number);
      await cancelByCall(site, last);
      const link = await linkOfOffer(site, mailboxOf('9823054301'));
      // Twenty minutes later.
      await endOffer(site, '9823054301');
      await poll('the next offer', async () => offerTo(site, mailboxOf('9823054302')));

      const { page } = await site.visit(phone);
      await page.goto(link);
      await expect(heading(page, 'This offer is over')).toBeVisible();
      const near = page.getByRole('button', { name: /^\w{3} \d/ }).first();
      const chosen = await near.innerText();
      await near.click();
      await expect(page.getByText(chosen, { exact: true })).toBeVisible();
      await expect(page.getByText(/^Kept until/)).toBeVisible();
    },
  );

  test(
    'the desk books a caller on the place that the waitlist offers, and the link of the offer shows it',
    { tag: '@flow' },
    async ({ site }) => {
      const { wanted, last } = await fillOne(site);
      await joinLine(site, wanted, '9823054303');
      await cancelByCall(site, last);
      const link = await linkOfOffer(site, mailboxOf('9823054303'));
      const { page, complaints } = await site.visit();
      await signInAsAdmin(page, site);
      await page.goto(`${site.url}/admin?date=${wanted.date}`);
      // Other windows of the day may have their own.
      const waiting = page.getByRole('group').filter({ hasText: '98230 54303' });
      await waiting.getByText('1 waits for a place').click();
      await waiting.getByRole('button', { name: /^Book this ?: Meera Joshi$/ }).click();
      const when = `${formatDay(wanted.date)}, ${formatWindow(wanted.start, wanted.end)}`;
      await page.getByRole('button', { name: `Offered to them: ${when}` }).click();
      await page.getByText(`${when} is held while you talk.`).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole('button', { name: /^Yes, book for/ }).click();
      await page.getByText(/^Booked, No\./).waitFor();
      const [entry] = await site.backend.sql<{ state: string; booked: number }[]>`
      select w.state, (select count(*)::int from service_bookings b where b.phone = w.phone and b.booking_date = w.booking_date) as booked
      from waitlist w where w.phone = '+919823054303'`;
      expect({ ...entry }).toEqual({ state: 'claimed', booked: 1 });
      const guest = await site.visit(phone);
      await guest.page.goto(link);
      await expect(heading(guest.page, 'You have booked this time')).toBeVisible();
      expect(complaints).toEqual([]);
    },
  );
});

const tokenOf = (link: string): string => new URL(link).hash.replace('#claim=', '');
