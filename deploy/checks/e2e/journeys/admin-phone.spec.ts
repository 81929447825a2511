import type { Locator } from 'playwright-core';
import { bookByCall } from '../book-by-call.ts';
import { heading } from '../locators.ts';
import { phone } from '../open-test-site.ts';
import { signInAsAdmin } from '../sign-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** The least size of what a thumb presses, in px. */
const thumb = 48;

test.describe('/admin on a phone', { tag: ['@admin'] }, () => {
  test('the views stand in one line with the bell; the seldom ones open by keyboard', async ({ site }) => {
    const { page, complaints } = await site.visit(phone);
    await signInAsAdmin(page, site);
    await page.goto(`${site.url}/admin`);
    const views = page.getByRole('navigation', { name: 'Workshop' });
    const more = views.getByRole('button', { name: 'More' });
    const bell = page.getByRole('banner').getByRole('button', { name: /^Alerts/ });
    const line = [views.getByRole('link', { name: 'Day' }), views.getByRole('link', { name: 'Floor' }), more, bell];
    await expect(bell).toBeVisible();
    expect(await distinctMiddles(line)).toHaveLength(1);
    await page.setViewportSize({ width: 320, height: phone.height });
    expect(await distinctMiddles(line.slice(0, 3)), 'at 320 px').toHaveLength(1);
    await page.setViewportSize(phone);

    const people = views.getByRole('link', { name: 'People' });
    await expect(people).toBeHidden();
    await more.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(people).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await expect(people).toBeHidden();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'People')).toBeVisible();
    await expect(people, 'the menu closes behind what is chosen').toBeHidden();
    await expect(more, 'the focus stays in the line').toBeFocused();
    await more.click();
    await page.getByRole('main').click({ position: { x: 5, y: 400 } });
    await expect(people, 'a press beside it closes it').toBeHidden();
    expect(complaints).toEqual([]);
  });

  test('the sheet of a booking has one large next step; the seldom ones stand behind More', async ({ site }) => {
    const { id } = await bookByCall(site, { mode: 'doorstep' });
    const { page, complaints } = await site.visit(phone);
    await signInAsAdmin(page, site);
    await page.goto(`${site.url}/admin?booking=${id}`);
    const sheet = page.getByRole('dialog');
    const steps = sheet.getByRole('group', { name: 'Actions' });
    const next = steps.getByRole('button', { name: 'Confirm and assign' });
    const more = steps.getByRole('button', { name: 'More' });
    await expect(next).toBeVisible();
    const [whole, large] = [await steps.boundingBox(), await next.boundingBox()];
    expect(Math.round(large!.width)).toBe(Math.round(whole!.width));
    await expect(steps.getByRole('button')).toHaveText(['Confirm and assign', 'More']);

    await more.press('Enter');
    await expect(steps.getByRole('button')).toHaveText([
      'Confirm and assign',
      'More',
      'Promise a time',
      'Move',
      'Pick it up instead',
      'Correct…',
      'Change what is done…',
      'Cancel',
    ]);
    for (const step of await steps.getByRole('button').all())
      expect((await step.boundingBox())!.height, await step.innerText()).toBeGreaterThanOrEqual(thumb);
    await page.keyboard.press('Tab');
    await expect(steps.getByRole('button', { name: 'Promise a time' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more, 'Esc closes the menu, not the sheet').toBeFocused();
    await expect(sheet).toBeVisible();

    await page.keyboard.press('Enter');
    await steps.getByRole('button', { name: 'Correct…' }).click();
    await page.keyboard.press('Escape');
    await expect(steps.getByRole('button', { name: 'Correct…' }), 'the focus comes back').toBeFocused();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(more, 'a wide window has room for all').toBeHidden();
    await expect(steps.getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

/** The middles of controls, from the top of the window: one number for controls in one line. */
async function distinctMiddles(controls: readonly Locator[]): Promise<number[]> {
  const boxes = await Promise.all(controls.map((control) => control.boundingBox()));
  return [...new Set(boxes.map((box) => Math.round((box!.y + box!.height / 2) / 8)))];
}
