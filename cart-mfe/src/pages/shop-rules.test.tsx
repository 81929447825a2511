import { rejected, type FakeBackend } from '@twostroke/shared/testing/fake-backend';
import { renderPage } from '@twostroke/shared/testing/render-page';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bookingBackend, finishedDraft, fullCart, shopRow, startWith } from '../testing/booking-fixtures.ts';
import * as page from './book-service.tsx';

/* The form shows the figures that the database decides by, and defines none itself. */
const figures = {
  cancel_free_hours: 4,
  late_fee: 70,
  hold_extension_minutes: 3,
  payment_minutes: 25,
  offer_minutes: 45,
  approval_limits: [0, 400, 2500],
};

const open = (step: string) => ({
  user: userEvent.setup(),
  ...renderPage(page, { path: '/book-service', url: `/book-service?step=${step}` }),
});

let backend: FakeBackend;
beforeEach(() => {
  backend = bookingBackend({ 'GET /rest/v1/shop': { body: { ...shopRow, ...figures } } });
});

test('the last step shows the free-cancel deadline, the later fee and the time to pay', async () => {
  startWith(fullCart, finishedDraft());
  open('check');
  const free = await screen.findByText(/Free to cancel or move until/);
  expect(free.textContent).toMatch(/until 7.am on Sat 21.Nov; after that ₹70, the first time is on us\.$/);
  expect(screen.getByText('your time is kept for 25 minutes until it is paid')).toBeTruthy();
});

test('a window shows its free-cancel deadline, and a full one how long an offer is held', async () => {
  startWith(fullCart, finishedDraft({ slot: null }));
  const { user } = open('time');
  expect((await screen.findByText(/Free to cancel or move until/)).textContent).toMatch(/until 7.am on Sat 21.Nov\.$/);
  await user.click(screen.getByRole('button', { name: /9–11.am is full\. Tell me if a place frees up/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'If a place frees up' }));
  expect(await dialog.findByText(/gets a link that holds it for 45 minutes\./)).toBeTruthy();
});

test("a held window offers the extension that the shop's rules allow", async () => {
  startWith(fullCart, finishedDraft({ hold: { until: Date.now() + 4 * 60_000, canExtend: true } }));
  open('you');
  expect(await screen.findByRole('button', { name: 'Keep it 3 minutes longer' })).toBeTruthy();
});

test('a customer chooses from the limits that the shop offers', async () => {
  startWith(fullCart, finishedDraft());
  open('you');
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
