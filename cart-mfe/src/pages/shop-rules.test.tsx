import { rejected, type FakeBackend } from '@twostroke/shared/testing/fake-backend';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jobKey, jobOf } from '../model/job.ts';
import {
  bookingBackend,
  calendar,
  finishedDraft,
  fullCart,
  quoteOf,
  shopRow,
  startWith,
} from '../testing/booking-fixtures.ts';
import { open } from '../testing/open-booking.ts';

/* The form shows the figures that the database decides by, and defines none itself. */
const figures = {
  hold_extension_minutes: 3,
  payment_minutes: 25,
  offer_minutes: 45,
  approval_limits: [0, 400, 2500],
};

let backend: FakeBackend;
beforeEach(() => {
  backend = bookingBackend({ 'GET /rest/v1/shop': { body: { ...shopRow, ...figures } } });
});

const deadline = '2026-11-21T01:30:00+00:00'; // 7 am

test.each([
  [
    'doorstep',
    250,
    'Cancelling later costs ₹70 (free the first time for a phone number), or ₹250 once the mechanic is on the way.',
  ],
  [
    'pickup',
    250,
    'Cancelling later costs ₹70 (free the first time for a phone number), or ₹250 once we have your bike.',
  ],
  ['workshop', null, 'Cancelling later costs ₹70 (free the first time for a phone number).'],
] as const)(
  'for %s the last step shows the free-cancel deadline, the later fees and the time to pay',
  async (mode, visit_fee, fees) => {
    backend.answer('POST /rest/v1/rpc/quote', { body: quoteOf(2048, mode, { late_fee: 70, visit_fee }) });
    const draft = finishedDraft({ mode });
    const job = jobKey(jobOf(fullCart, mode)!);
    startWith(fullCart, { ...draft, slot: { ...draft.slot!, free_until: deadline, job } });
    open('check');
    const free = await screen.findByText(/Free to cancel or move until/);
    expect(free.textContent?.replaceAll('\u00a0', ' ')).toBe(
      `Nothing to pay now. Free to cancel or move until 7 am on Sat 21 Nov. ${fees}`,
    );
    expect(screen.getByText('your time is kept for 25 minutes until it is paid')).toBeTruthy();
  },
);

test('a draft stored without its deadline shows the fees alone', async () => {
  const draft = finishedDraft();
  const { date, start, end, job } = draft.slot!;
  startWith(fullCart, { ...draft, slot: { date, start, end, job } });
  open('check');
  expect((await screen.findByText(/Cancelling later costs ₹100/)).textContent).not.toContain('until');
});

test('the bill shows the tax at the rates that the quote carries', async () => {
  const taxed = quoteOf(2048, 'doorstep', { cgst_rate: 2.5, sgst_rate: 2.5 });
  backend.answer('POST /rest/v1/rpc/quote', { body: taxed });
  startWith(fullCart, finishedDraft());
  open('check');
  expect(await screen.findByText('CGST 2.5 %')).toBeTruthy();
  backend.answer('POST /rest/v1/rpc/quote', { body: { ...taxed, igst_paise: 31241, igst_rate: 5 } });
  await userEvent.setup().type(screen.getByLabelText(/Coupon/), 'X{Enter}');
  expect(await screen.findByText('IGST 5 %')).toBeTruthy();
});

test('a window shows its free-cancel deadline, and a full one how long an offer is held', async () => {
  const [today, saturday, sunday] = calendar.days;
  const windows = saturday!.windows.map((each) => ({ ...each, free_until: deadline }));
  const body = { ...calendar, days: [today, { ...saturday, windows }, sunday] };
  backend.answer('POST /rest/v1/rpc/list_slots', { body });
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('time');
  expect((await screen.findByText(/Free to cancel or move until/)).textContent).toMatch(/until 7.am on Sat 21.Nov\.$/);
  await user.click(screen.getByRole('button', { name: /9–.11.am is full\. Tell me if a place frees up/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'If a place frees up' }));
  expect(await dialog.findByText(/gets a link that holds it for 45 minutes\./)).toBeTruthy();
});

test('more days are offered until the last one that can be booked', async () => {
  backend.answer('POST /rest/v1/rpc/list_slots', { body: { ...calendar, last_day: '2026-11-22' } });
  startWith(fullCart, finishedDraft({ slot: null }));
  open('time');
  await screen.findByText(/Free to cancel or move until/);
  expect(screen.queryByRole('button', { name: 'Show the next seven days' })).toBeNull();
});

test('more days that do not load are answered above the button that asked for them', async () => {
  backend.answer('POST /rest/v1/rpc/list_slots', ({ body }) =>
    (body as { from_date?: string }).from_date ? { status: 503, body: { message: 'down' } } : { body: calendar },
  );
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('time');
  const more = await screen.findByRole('button', { name: 'Show the next seven days' });
  await user.click(more);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('We could not load more days. What you chose is safe. Try again, or call us.');
  expect(alert.nextElementSibling?.contains(more)).toBe(true);
});

test("a held window offers the extension that the shop's rules allow", async () => {
  startWith(fullCart, finishedDraft({ hold: { until: Date.now() + 4 * 60_000, canExtend: true } }));
  open('check');
  expect(await screen.findByRole('button', { name: '3 minutes longer' })).toBeTruthy();
});

test('a customer chooses from the limits that the shop offers', async () => {
  startWith(fullCart, finishedDraft());
  open('check');
  const choices = within(await screen.findByRole('group', { name: /Extra work without asking/ }));
  const titles = choices.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent?.trim());
  expect(titles).toEqual(['₹0 ask me for everything', 'Up to ₹400', 'Up to ₹2,500']);
});

test('a limit that the shop no longer offers is rejected, with the current limits', async () => {
  const draft = finishedDraft();
  startWith(fullCart, { ...draft, details: { ...draft.details, approvalLimit: 500 } });
  const { approval_limits: limits } = figures;
  backend.answer('POST /rest/v1/rpc/create_booking', rejected(422, 'approval_limit', { limits }));
  const { user } = open('check');
  await user.click(await screen.findByRole('button', { name: /^Book for/ }));
  expect(await screen.findByRole('link', { name: 'Choose ₹0, ₹400 or ₹2,500' })).toBeTruthy();
});
