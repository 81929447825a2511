import { failedAnswers, pressWithAnswers, type FailedAnswer, type PressedPage } from '../press-answers.ts';
import { accountPages } from '../press-rows/account.ts';
import { boardPages } from '../press-rows/board.ts';
import { bookingPages } from '../press-rows/bookings.ts';
import { peoplePages } from '../press-rows/people.ts';
import { deskPages } from '../press-rows/desk.ts';
import { visitorPages } from '../press-rows/visitor.ts';
import { workshopPages } from '../press-rows/workshop.ts';
import { phone, type TestSite } from '../open-test-site.ts';
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

/** Presses every control of a page; `failuresOf` names what happens to the nth control before it succeeds. */
async function pressAll(
  site: TestSite,
  { open, controls }: PressedPage,
  failuresOf: (nth: number) => readonly FailedAnswer[],
): Promise<void> {
  const { page } = await site.visit(phone);
  await open(page, site);
  for (const [nth, control] of controls.entries()) await pressWithAnswers(page, control, failuresOf(nth));
  // The page may be reading again what the last press has changed.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

test.describe('the answer to a press is in view', () => {
  for (const [at, pressed] of pages.entries()) {
    const { name, tag } = pressed;
    // `npm test` takes the failures in turn, `npm run test:all` each failure of each control.
    test(name, { tag }, ({ site }) =>
      pressAll(site, pressed, (nth) => [failedAnswers[(at + nth) % failedAnswers.length]!]),
    );
    test(`${name}, with each answer`, { tag: [...tag, '@more'] }, ({ site }) =>
      pressAll(site, pressed, () => failedAnswers),
    );
  }

  test('every write has a control here', () => {
    const pressed = new Set(pages.flatMap(({ controls }) => controls.map(({ sends }) => sends)));
    expect([...pressed].sort()).toEqual(writesOf('press-answers').sort());
  });
});
