import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rejected } from '@twostroke/shared/testing/fake-backend';
import { fill } from '@twostroke/shared/testing/fill';
import { openSheet, shop } from '../testing/open-admin.tsx';
import { today } from '../testing/shop-bookings.ts';

const UPDATE = 'POST /rest/v1/rpc/update_booking';
const sent = (): unknown[] => shop.backend.callsOf(UPDATE).map(({ body }) => body);

async function openCorrection() {
  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: 'Correct…' }));
  return within(await screen.findByRole('dialog', { name: `Correct booking ${today.number}` }));
}
async function retype(field: HTMLElement, value: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.type(field, value);
}

test('only what was changed is sent, with the state that it was made from', async () => {
  shop.details = { edits: 3 };
  shop.backend.answer(UPDATE, { body: { edits: 4 } });
  const form = await openCorrection();
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Change at least one field')).toBeTruthy();
  await retype(form.getByLabelText('Name'), 'Asha Rao');
  await retype(form.getByLabelText('PIN code'), '411060');
  await fill(form.getByLabelText('GSTIN'), '27AAPFU0939F1ZV');
  await userEvent.selectOptions(form.getByLabelText('Area'), 'Undri');
  await fill(form.getByLabelText(/^Why/), 'Told at the gate');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Booking 4f9c21ab is corrected');
  expect(sent()).toEqual([
    {
      booking: today.id,
      changes: {
        name: 'Asha Rao',
        address: { line: '12 Rose Villa, NIBM Road', landmark: 'Opposite the bakery', area: 'undri', pin: '411060' },
        gstin: '27AAPFU0939F1ZV',
      },
      expected_version: 3,
      note: 'Told at the gate',
    },
  ]);
});

test('a stale correction shows what a colleague wrote beside what was typed, and is merged field by field', async () => {
  shop.details = { edits: 0 };
  shop.backend.answer(UPDATE, () => {
    shop.bookings = [{ ...today, customer_name: 'Asha Rao', phone: '+919000000099', model_year: 2022 }];
    shop.details = { edits: 1 };
    const fields = ['customer_name', 'model_year', 'phone'];
    return rejected(409, 'stale', {
      version: 1,
      changes: [{ at: '2026-11-21T05:30:00+00:00', by: 'Meera', kind: 'corrected', fields }],
    });
  });
  const form = await openCorrection();
  await retype(form.getByLabelText('Name'), 'Asha K');
  await retype(form.getByLabelText('Phone'), '9000000098');
  await retype(form.getByLabelText('Notes'), 'Gate 2');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  const name = within(await form.findByRole('group', { name: 'Name' }));
  expect(name.getByRole('radio', { name: /^Asha Rao Meera, Sat 21.Nov, 11.am/ })).toBeTruthy();
  expect(form.getByText(/Taken over from them: model year\./)).toBeTruthy();
  expect(form.getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('Gate 2');
  expect(form.getByLabelText<HTMLInputElement>('Model year').value).toBe('2022');

  shop.backend.answer(UPDATE, { body: { edits: 2 } });
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(form.getAllByText('Choose one of the two')).toHaveLength(2);
  expect(sent()).toHaveLength(1);
  await userEvent.click(name.getByRole('radio', { name: /^Asha Rao/ }));
  await userEvent.click(
    within(form.getByRole('group', { name: 'Phone' })).getByRole('radio', { name: /^9000000098 You typed this/ }),
  );
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Booking 4f9c21ab is corrected');
  expect(sent()[1]).toEqual({
    booking: today.id,
    changes: { phone: '9000000098', notes: 'Gate 2' },
    expected_version: 1,
  });
});

test('what is typed stays while the board reloads, and a wrong field says so at its place', async () => {
  shop.backend.answer(UPDATE, () => rejected(422, 'phone'));
  const form = await openCorrection();
  await retype(form.getByLabelText('Phone'), '12');
  shop.bookings = [{ ...today, customer_name: 'Asha Rao' }];
  await waitFor(() => expect(shop.realtime.wanted('admin-day')).toEqual(['INSERT', 'UPDATE']));
  act(() => shop.realtime.join('admin-day'));
  act(() => shop.realtime.emit('admin-day', 'UPDATE', { id: today.id }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Enter a mobile number of 10 digits')).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText('Phone'));
  expect(form.getByLabelText<HTMLInputElement>('Phone').value).toBe('12');
});

test('an accountant, and a booking that is billed, have no correction', async () => {
  shop.bookings = [{ ...today, status: 'completed' }];
  const sheet = await openSheet();
  expect(sheet.queryByRole('button', { name: 'Correct…' })).toBeNull();
});
