import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

const CHANGE = 'POST /rest/v1/rpc/change_items';
let total: number;
let needs_yes: boolean;
const sent = (): object[] =>
  shop.backend
    .callsOf(CHANGE)
    .map(({ body }) => body as { preview?: boolean })
    .filter(({ preview }) => !preview);

beforeEach(() => {
  [total, needs_yes] = [2048, true];
  shop.details = { edits: 2 };
  shop.backend.answer('GET /rest/v1/model_offers', {
    body: [
      { package_slug: 'general-service', short_name: 'General Service', price: 1699, modes: ['doorstep'] },
      { package_slug: 'comprehensive-service', short_name: 'Comprehensive', price: 2999, modes: ['workshop'] },
    ],
  });
  shop.backend.answer('GET /rest/v1/model_addons', {
    body: [
      { addon_slug: 'extended-warranty', name: '90-day warranty', price: 349, included_in: [] },
      { addon_slug: 'chain-lube', name: 'Chain lube', price: 149, included_in: ['general-service'] },
    ],
  });
  shop.backend.answer(CHANGE, () => ({ body: { edits: 3, total, needs_yes } }));
});

async function openItems() {
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Change what is done…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change what is done' }));
  await userEvent.click(await dialog.findByRole('checkbox', { name: '90-day warranty, ₹349' }));
  expect(await dialog.findByText('₹2,048')).toBeTruthy();
  return dialog;
}
const items = [
  { id: 'general-service', quantity: 1 },
  { id: 'extended-warranty', quantity: 1 },
];

test('a free re-check stays what it is: more is extra work, or a booking of its own', async () => {
  const item = { item_id: 're-check', name: 'Free re-check', package_type: 'primary', quantity: 1, price: 0 };
  shop.bookings = [{ ...today, booking_items: [item] }];
  const sheet = await openSheet();
  expect(await sheet.findByRole('button', { name: 'Correct…' })).toBeTruthy();
  expect(sheet.queryByRole('button', { name: 'Change what is done…' })).toBeNull();
});

test('shows the difference and the total, and what fits the bike and the place', async () => {
  const dialog = await openItems();
  expect(dialog.getByText('₹349')).toBeTruthy();
  expect(dialog.getByText(/more than the ₹500/)).toBeTruthy();
  expect(within(dialog.getByLabelText('Service')).getAllByRole('option')).toHaveLength(1);
  expect(dialog.queryByRole('checkbox', { name: /^Chain lube/ })).toBeNull();
});

test('within the limit it is changed at once', async () => {
  needs_yes = false;
  const dialog = await openItems();
  await userEvent.click(dialog.getByRole('button', { name: 'Change it' }));
  await screen.findByText('The work of booking 4f9c21ab is changed');
  expect(sent()).toEqual([{ booking: today.id, items, expected_version: 2 }]);
});

test('beyond it the customer is asked, or their yes is noted', async () => {
  let dialog = await openItems();
  await userEvent.click(dialog.getByRole('button', { name: 'Ask the customer' }));
  await screen.findByText('The customer of booking 4f9c21ab is asked');
  const sheet = within(await screen.findByRole('dialog', { name: `Booking ${today.number}` }));
  await userEvent.click(sheet.getByRole('button', { name: 'Change what is done…' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Change what is done' }));
  await userEvent.click(await dialog.findByRole('checkbox', { name: '90-day warranty, ₹349' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'They said yes: change it' }));
  expect(dialog.getByText('Say who agreed and when: it stays with the booking')).toBeTruthy();
  await fill(dialog.getByLabelText('How the customer said yes'), 'Asha, on the phone');
  await userEvent.click(dialog.getByRole('button', { name: 'They said yes: change it' }));
  await screen.findByText('The work of booking 4f9c21ab is changed');
  expect(sent()).toEqual([
    { booking: today.id, items, expected_version: 2, ask: true },
    { booking: today.id, items, expected_version: 2, customer_yes: 'Asha, on the phone' },
  ]);
});

test('a stale change says who was quicker, and keeps what was chosen', async () => {
  needs_yes = false;
  const dialog = await openItems();
  shop.backend.answer(CHANGE, ({ body }) => {
    if ((body as { preview?: boolean }).preview) return { body: { edits: 3, total, needs_yes } };
    shop.details = { edits: 3 };
    const changes = [{ at: '2026-11-21T05:30:00+00:00', by: 'Meera', kind: 'items_changed', fields: [] }];
    return rejected(409, 'stale', { version: 3, changes });
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Change it' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^Meera changed the work on/);
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: '90-day warranty, ₹349' }).checked).toBe(true);
});

test('an open question says since when and for how much', async () => {
  const lines = [{ name: 'Comprehensive', quantity: 1, price: 2999, is_new: true }];
  shop.details = {
    item_question: { total: 2999, rise: 1300, minutes: 200, asked_at: '2026-11-21T05:30:00Z', lines, gone: [] },
  };
  const sheet = await openSheet();
  expect(sheet.getByText(/The customer is asked since .* Comprehensive, ₹2,999 in all, ₹1,300 more/)).toBeTruthy();
});

test('work that was declined before stays in the booking, and can be taken out', async () => {
  needs_yes = false;
  const line = { item_id: 'declined-work', package_type: 'addon', quantity: 1 };
  const mirror = { ...line, name: 'Left mirror', price: 450, declined_id: 'd1' };
  const horn = { ...line, name: 'Horn', price: 300, declined_id: 'd2' };
  shop.bookings = [{ ...today, booking_items: [...today.booking_items, mirror, horn] }];
  const dialog = await openItems();
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Left mirror, ₹450' }).checked).toBe(true);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Horn, ₹300' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Change it' }));
  await screen.findByText('The work of booking 4f9c21ab is changed');
  expect(sent()).toEqual([
    {
      booking: today.id,
      items: [items[0], { id: 'declined-work', quantity: 1, declined: 'd1' }, items[1]],
      expected_version: 2,
    },
  ]);
});
