import { bookByCall } from '../book-by-call.ts';
import { heading } from '../locators.ts';
import { desktop, phone } from '../open-test-site.ts';
import { newCustomer, signInAsAdmin, signInByPhone } from '../sign-in.ts';
import { hire } from '../hire.ts';
import { waitForHydrationOf } from '../wait-for-hydration.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('the people of the shop', { tag: ['@admin', '@flow'] }, () => {
  test('a mechanic is invited by phone, sees own jobs only, and reads nothing once an owner has ended the duty', async ({
    site,
  }) => {
    const { sql } = site.backend;
    const own = await bookByCall(site);
    const others = await bookByCall(site);
    const free = await bookByCall(site);
    await hire(site, 'Kiran More', 'mechanic');
    await sql`update service_bookings set status = 'assigned', mechanic = 'Kiran More' where id = ${others.id}`;
    await sql`update service_bookings set status = 'assigned', mechanic = 'Ravi Jadhav' where id = ${own.id}`;

    // The owner invites.
    const owner = await site.visit(desktop);
    await signInAsAdmin(owner.page, site);
    await owner.page.goto(`${site.url}/admin?view=people`);
    await owner.page.getByRole('button', { name: 'Invite' }).click();
    const number = newCustomer().phone;
    await owner.page.getByLabel('Name', { exact: true }).fill('Ravi Jadhav');
    await owner.page.getByLabel('Mobile number or e-mail').fill(number);
    await owner.page.getByRole('button', { name: 'Invite as mechanic' }).click();
    await expect(owner.page.getByText('Ravi Jadhav is invited: Mechanic')).toBeVisible();

    // The mechanic signs in with the code of an SMS, and is staff.
    const mechanic = await site.visit(phone);
    const { page } = mechanic;
    await page.goto(`${site.url}/auth`);
    await waitForHydrationOf(page.getByRole('button', { name: 'Send the code' }));
    await signInByPhone(page, site, number);
    await page.goto(`${site.url}/admin?booking=${own.id}`);
    const sheet = page.getByRole('dialog').last();
    await expect(sheet.getByText('Meera Joshi')).toBeVisible();
    await expect(sheet.getByRole('link', { name: 'Call' })).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await page.goto(`${site.url}/admin?booking=${others.id}`);
    await expect(page.getByText('There is no booking with this address.', { exact: false })).toBeVisible();

    // A free job has no number to call until it is taken.
    await page.goto(`${site.url}/admin?booking=${free.id}`);
    await expect(sheet.getByText('Meera Joshi')).toBeVisible();
    await expect(sheet.getByRole('link', { name: 'Call' })).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Take this job' }).click();
    await expect(sheet.getByRole('link', { name: 'Call' })).toBeVisible();

    // No page of another duty, and no request of this session gets what it does not show.
    await page.goto(`${site.url}/admin?view=people`);
    await expect(page.getByRole('navigation', { name: 'Workshop' }).getByRole('link')).toHaveText(['Day', 'Floor']);
    await expect(heading(page, 'People')).toHaveCount(0);

    // The owner ends the duty: the next press of the mechanic finds nothing.
    await owner.page.reload();
    await owner.page.getByRole('button', { name: 'End the duty of Ravi Jadhav' }).click();
    await owner.page.getByRole('button', { name: 'End the duty', exact: true }).click();
    await expect(owner.page.getByText('Ravi Jadhav can open nothing here any more')).toBeVisible();
    await page.goto(`${site.url}/admin?booking=${own.id}`);
    await expect(heading(page, 'No duty in this workshop')).toBeVisible();
    const read = await page.evaluate(
      async (address) => {
        const stored = Object.values(localStorage).find((value) => value.includes('access_token')) ?? '{}';
        const { access_token: token } = JSON.parse(stored) as { access_token: string };
        const answer = await fetch(address.path, {
          headers: { apikey: address.key, authorization: `Bearer ${token}` },
        });
        return answer.json() as Promise<unknown>;
      },
      { path: `${site.url}/rest/v1/staff_bookings?select=id`, key: site.backend.anonKey },
    );
    expect(read).toEqual([]);

    // The trail names both.
    await owner.page.goto(`${site.url}/admin?view=trail`);
    await expect(owner.page.getByText('Demo Admin changed the duty of Ravi Jadhav').first()).toBeVisible();
    await expect(owner.page.getByText(`Ravi Jadhav changed the booking ${free.number}`).first()).toBeVisible();
    await owner.context.close();
    await mechanic.context.close();
  });
});
