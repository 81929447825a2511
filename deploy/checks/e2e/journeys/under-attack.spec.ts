import { addressed } from '../../../backend/testing/addressed.ts';
import { startFlood } from '../../attack/flood.ts';
import { answerBookingSteps, classicGeneralService, confirmBooking, takeWarrantyAndBook } from '../book-by-page.ts';
import { phone } from '../open-test-site.ts';
import { newCustomer, signIn, signUpByCall } from '../sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('under attack', { tag: ['@account', '@cart', '@more', '@node-server'] }, () => {
  test('while strangers flood the shop, also from the same network, a known customer signs in and books', async ({
    site,
  }) => {
    const customer = newCustomer();
    const { page, context } = await site.visit(phone);
    await signUpByCall(page, site, customer);
    await page.evaluate(() => localStorage.clear());
    const refused: string[] = [];
    context.on('response', (answer) => {
      if (answer.status() === 429) refused.push(answer.url());
    });
    const victim = { email: customer.email, phone: `+91${customer.phone}` };
    const strangers = [
      startFlood(site, victim, () => '127.0.0.1'),
      startFlood(site, victim, (round) => `198.51.${(round >> 8) & 255}.${round & 255}`),
    ];
    // More wrong passwords than a new browser at this address has.
    const stranger = addressed(site, '127.0.0.1');
    await Promise.all(Array.from({ length: 12 }, (_, at) => stranger.signIn(customer.email, `wrong guess ${at}`)));
    const { page: unknown } = await site.visit(phone);
    await unknown.goto(`${site.url}/auth?way=email`);
    await unknown.getByLabel('Email address').fill(customer.email);
    await unknown.getByLabel('Password', { exact: true }).fill(customer.password);
    await unknown.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(unknown.getByText(/^Too many tries. Try again in \d+ seconds?\.$/)).toBeVisible();
    try {
      await signIn(page, site.url, customer.email, customer.password);
      await page.goto(site.url + classicGeneralService);
      await takeWarrantyAndBook(page);
      await page.waitForURL('**/book-service**');
      await answerBookingSteps(page, null);
      const { id } = await confirmBooking(page);
      await expect(page.getByText(id.slice(0, 8)).first()).toBeVisible();
    } finally {
      await Promise.all(strangers.map((stranger) => stranger.end()));
    }
    expect(refused).toEqual([]);
    for (const { statuses } of strangers) expect(statuses.get(429)).toBeGreaterThan(0);
  });
});
