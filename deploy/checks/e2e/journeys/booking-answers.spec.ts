import type { Locator, Page, Route } from 'playwright-core';
import { answerBookingSteps, classicGeneralService, packageTotal, takeWarrantyAndBook } from '../book-by-page.ts';
import { cartButton } from '../locators.ts';
import { expect, test } from '../fixtures/test.ts';
import { phone, type TestSite } from '../open-test-site.ts';

const backend = /\/rest\/v1\//;
const failures: { failure: string; name: string; answer: (route: Route) => Promise<void>; tag: string[] }[] = [
  { failure: 'is down', name: 'Kiran Joshi', answer: (route) => route.abort('connectionrefused'), tag: [] },
  {
    failure: 'answers 503',
    name: 'Kiran More',
    answer: (route) => route.fulfill({ status: 503, json: { message: 'down' } }),
    tag: ['@more'],
  },
];

test.describe('sending a booking', { tag: '@cart' }, () => {
  for (const { failure, name, answer, tag } of failures)
    test(`when the backend ${failure}, a message is in view, and the next click books`, { tag }, async ({ site }) => {
      const { page } = await site.visit(phone);
      const button = await checkAnswers(site, page, name);
      await page.route(backend, answer);
      await button.click();
      const problem = page.getByRole('alert').filter({ hasText: 'Your booking is saved on this phone' });
      await expectInView(page, problem);
      await expect(problem.getByRole('link', { name: 'Call 90000 00010' })).toBeVisible();
      await expectInView(page, button);
      await expect(cartButton(page, 2)).toBeVisible();
      await page.unroute(backend);
      await button.click();
      await page.waitForURL('**/book-service#manage=*');
      const rows = await site.backend.sql`select id from service_bookings where customer_name = ${name}`;
      expect(rows).toHaveLength(1);
    });

  test('a changed price is in view and in the label of the button', async ({ site }) => {
    const { page } = await site.visit(phone);
    const quoted = page.waitForResponse(
      (response) => response.url().endsWith('/rpc/quote') && Boolean(response.request().postData()?.includes('"date"')),
    );
    const button = await checkAnswers(site, page, 'Meera Kale');
    const quote = (await (await quoted).json()) as { total: number };
    const totals: unknown[] = [];
    await page.route(/\/rpc\/create_booking/, (route) => {
      totals.push((route.request().postDataJSON() as { request: { expected_total: number } }).request.expected_total);
      const details = JSON.stringify({ ...quote, total: quote.total + 100 });
      const rejection = { code: 'PT409', message: 'price_changed', hint: 'price_changed', details };
      return route.fulfill({ status: 409, json: rejection });
    });
    await button.click();
    await expectInView(page, page.getByRole('alert').filter({ hasText: 'The price has changed to ₹2,148' }));
    await page.getByRole('button', { name: 'Book for ₹2,148, was ₹2,048' }).click();
    await expect.poll(() => totals).toEqual([2048, 2148]);
  });
});

/** Answers all steps. @returns the button that books */
async function checkAnswers(site: TestSite, page: Page, name: string): Promise<Locator> {
  await page.goto(site.url + classicGeneralService);
  await takeWarrantyAndBook(page);
  await answerBookingSteps(page, { name, phone: '98220 77667' });
  return page.getByRole('button', { name: `Book for ${packageTotal}` });
}

/** Waits until the whole element is inside the window and below the sticky header. */
async function expectInView(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeInViewport({ ratio: 1 });
  const header = await page.getByRole('banner').boundingBox();
  await expect.poll(async () => (await element.boundingBox())!.y).toBeGreaterThanOrEqual(header!.height);
}
