import { classicGeneralService } from '../book-by-page.ts';
import { accessibilityViolations, violationsOfSecondEngine } from '../check-accessibility.ts';
import { reachProblems } from '../check-reach.ts';
import { tabTo } from '../keyboard.ts';
import { heading } from '../locators.ts';
import { negativeBikes } from '../negative-bikes.ts';
import { desktop, phone } from '../open-test-site.ts';
import { pageWalks } from '../page-states/page-walks.ts';
import { misfitsWithLargeText, tooWideWhenNarrow } from '../too-wide.ts';
import { expect, test } from '../fixtures/test.ts';

const looks = [
  { name: '390 light', viewport: phone, colorScheme: 'light' },
  { name: '1280 dark', viewport: desktop, colorScheme: 'dark' },
  { name: '390 dark', viewport: phone, colorScheme: 'dark' },
  { name: '1280 light', viewport: desktop, colorScheme: 'light' },
] as const;

const noMisfits = { tooWide: 0, words: [] };
const fits = { narrow: 0, largeText: noMisfits, largeTextOnPhone: noMisfits };

/** States that `npm test` shows to the second engine too. */
const forBothEngines = ['book-details-with-errors', 'guest-question'];

// `npm test` goes a few walks, each in one theme and width; `npm run test:all` goes all, in all of them.
// It leaves the board out: its journeys look at each view of it with axe.
for (const isMore of [false, true])
  test.describe('no accessibility violation', { tag: isMore ? '@more' : [] }, () => {
    if (isMore) test.describe.configure({ mode: 'parallel' }); // many, on one site for each worker
    for (const walk of pageWalks) {
      const others = looks.filter(({ name }) => name !== walk.inNpmTest);
      for (const look of looks.filter((one) => others.includes(one) === isMore)) {
        const { name, viewport, colorScheme } = look;
        const nth = others.indexOf(look);
        test(`${walk.name} at ${name}`, { tag: [...walk.tag, '@node-server'] }, async ({ site }) => {
          test.setTimeout(600_000);
          const { page } = await site.visit(viewport, { colorScheme, reducedMotion: 'reduce' });
          for (const [step, state] of walk.states.entries()) {
            if (state.phoneOnly && viewport !== phone) continue;
            await state.reach(page, site);
            const withoutFrame = !isMore && step > 0;
            expect.soft(await accessibilityViolations(page, { withoutFrame }), `${state.name}, axe`).toEqual([]);
            if (nth === 0 || nth === 1 || forBothEngines.includes(state.name))
              expect.soft(await violationsOfSecondEngine(page), `${state.name}, the second engine`).toEqual([]);
            if (viewport === phone || isMore)
              expect.soft(await reachProblems(page, state, isMore), `${state.name}, reach`).toEqual([]);
            if (colorScheme === 'dark')
              expect.soft(await negativeBikes(page), `${state.name}, bikes in the dark`).toEqual([]);
            // No theme changes a width.
            if (nth === 0) expect.soft(await tooWideWhenNarrow(page), state.name).toEqual(fits);
            else if (!isMore && viewport === phone)
              expect.soft(await misfitsWithLargeText(page, phone), `${state.name}, text at 200 %`).toEqual(noMisfits);
          }
        });
      }
    }
  });

test.describe('accessibility', { tag: ['@catalog', '@cart'] }, () => {
  test('a booking is made with the keyboard alone', async ({ site }) => {
    const { page } = await site.visit(desktop);
    await page.goto(site.url + classicGeneralService);
    await expect(heading(page)).toBeVisible();
    await tabTo(page, 'Book a time');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Where and when?')).toBeVisible();
    await tabTo(page, /At your gate/);
    await page.keyboard.press('Space');
    await tabTo(page, 'House/flat and street');
    await page.keyboard.type('Flat 7, Lullanagar Chowk');
    await tabTo(page, 'Area');
    await page.keyboard.type('Kondhwa');
    await expect(page.getByRole('button', { name: /^Continue with/ })).toBeVisible();
    await tabTo(page, /^Continue with/);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Your details')).toBeVisible();
    await tabTo(page, 'Mobile');
    await page.keyboard.type('9822033445');
    await tabTo(page, 'Name');
    await page.keyboard.type('Kiran Mane');
    await tabTo(page, 'Plate not issued yet');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Book for ₹1,699' })).toBeVisible();
    await tabTo(page, 'Book for ₹1,699');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/book-service#manage=*');
    const rows = await site.backend.sql`select id from service_bookings where customer_name = 'Kiran Mane'`;
    expect(rows.length).toBe(1);
  });
});
