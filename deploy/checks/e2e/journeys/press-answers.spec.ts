import { pressWithEachAnswer } from '../press-answers.ts';
import { accountPages } from '../press-rows/account.ts';
import { boardPages } from '../press-rows/board.ts';
import { bookingPages } from '../press-rows/bookings.ts';
import { peoplePages } from '../press-rows/people.ts';
import { deskPages } from '../press-rows/desk.ts';
import { visitorPages } from '../press-rows/visitor.ts';
import { workshopPages } from '../press-rows/workshop.ts';
import { phone } from '../open-test-site.ts';
import { writesOf } from '../writes.ts';
import { expect, test } from '../fixtures/test.ts';

const pages = [
  ...visitorPages,
  ...accountPages,
  ...bookingPages,
  ...workshopPages,
  ...boardPages,
  ...deskPages,
  ...peoplePages,
];

test.describe('the answer to a press is in view', () => {
  for (const { name, tag, open, controls } of pages)
    test(name, { tag }, async ({ site }) => {
      const { page } = await site.visit(phone);
      await open(page, site);
      for (const control of controls) await pressWithEachAnswer(page, control);
      // The page may be reading again what the last press has changed.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

  test('every write has a control here', () => {
    const pressed = new Set(pages.flatMap(({ controls }) => controls.map(({ sends }) => sends)));
    expect([...pressed].sort()).toEqual(writesOf('press-answers').sort());
  });
});
