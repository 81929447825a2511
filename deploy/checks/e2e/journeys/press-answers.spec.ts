import { failedAnswers, pressWithAnswers, type FailedAnswer, type PressedPage } from '../press-answers.ts';
import { accountPages } from '../press-rows/account.ts';
import { boardPages } from '../press-rows/board.ts';
import { bookingStepPages } from '../press-rows/booking-steps.ts';
import { findingPages } from '../press-rows/findings.ts';
import { callerPages } from '../press-rows/caller.ts';
import { signInStepPages } from '../press-rows/sign-in-steps.ts';
import { undoPages } from '../press-rows/undo.ts';
import { bookingPages } from '../press-rows/bookings.ts';
import { peoplePages } from '../press-rows/people.ts';
import { deskPages } from '../press-rows/desk.ts';
import { visitorPages } from '../press-rows/visitor.ts';
import { workshopPages } from '../press-rows/workshop.ts';
import { phone, type TestSite } from '../open-test-site.ts';
import { expect, test } from '../fixtures/test.ts';

const pages = [
  ...visitorPages,
  ...accountPages,
  ...bookingPages,
  ...workshopPages,
  ...boardPages,
  ...deskPages,
  ...findingPages,
  ...peoplePages,
  ...bookingStepPages,
  ...callerPages,
  ...undoPages,
  ...signInStepPages,
];

/** What sends a write without a row of its own. */
const withoutRow = [
  // A button opens the form that sends it: `change-form` has the row.
  ...[
    ...['confirm_number', 'confirm_payment', 'finish_refund', 'give_late_credit', 'mark_job', 'promise_ready'],
    ...['record_payment', 'reject_claim', 'reprice_extra_work', 'set_booking_fee', 'set_booking_status'],
  ].map((write) => `admin/change-booking/change-buttons: ${write}`),
  // A further call of a press that has a row: its failure is that press's failure, or changes nothing for the person.
  'account/edit-profile/password-change: auth.signOut',
  'account/second-factor/enrol-step: auth.unenroll',
  'account/second-factor/enrol-step: write_recovery_codes',
  'account/sign-in/mail-link-page: auth.signOut',
  // Ends the session of this browser with or without a network.
  'account/second-factor/sign-in-code: auth.signOut',
  // Opening a booking marks its alert: no press of its own.
  'admin/alert-bookings/alert-bell: notification_logs.update',
  // Kept on the phone and sent later, as often as it takes: the page of the floor shows what waits.
  'admin/work-on-jobs/job-page: mark_job',
  'admin/work-on-jobs/net-mark: mark_job',
  // Shows a code, and says beside it why there is none: Jest of the floor has its failures, a journey its success.
  'admin/work-on-jobs/pay-code: start_payment',
  // Dropping a card on a person's lane. Its answer is a toast, and the card stays.
  'admin/views/job-actions: assign_job',
  // The forms of `code-step` and `code-form`, which have rows, at another place.
  'account/sign-in/code-form: auth.signInWithOtp',
  'account/sign-in/mail-link-page: auth.challengeAndVerify',
  'account/sign-in/new-password: auth.updateUser',
  ...['auth.challengeAndVerify', 'auth.signInWithOtp', 'auth.verifyOtp'].map(
    (write) => `admin/sign-in-again/sign-in-again: ${write}`,
  ),
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
    if (!pressed.more)
      test(name, { tag }, ({ site }) =>
        pressAll(site, pressed, (nth) => [failedAnswers[(at + nth) % failedAnswers.length]!]),
      );
    test(`${name}, with each answer`, { tag: [...tag, '@more'] }, ({ site }) =>
      pressAll(site, pressed, () => failedAnswers),
    );
  }

  test('every component that sends a write has a control here', async () => {
    // It loads TypeScript, which takes 0.6 s: only where this test runs.
    const { sendingFiles } = await import('../sending-files.ts');
    const rows = new Set(pages.flatMap(({ controls }) => controls.map(({ from, sends }) => `${from}: ${sends}`)));
    expect([...rows, ...withoutRow].sort()).toEqual(sendingFiles());
  });
});
